internal import HRRunning
internal import HRSupport
package import HRStatistics

/// The difference of two detectors in one scenario, over the windows that both answered.
///
/// It has the figures that a declared comparison of the two has. But nobody declared it, and it is not corrected for the
/// number of pairs, so there is no verdict on it.
package struct DetectorPair: Sendable {
  /// Index of the one detector; the difference is its error minus that of the second.
  package let first: Int
  package let second: Int
  package let difference: PairedDifference
  /// Windows that both answered.
  package let windows: Int
}

extension Evaluation {
  /// Returns the differences of each two detectors that answered a window in common, each pair once.
  ///
  /// - Parameters:
  ///   - scenario: index of the plan.
  ///   - detectors: indices of detectors that have rows there.
  package func pairDifferences(scenario: Int, of detectors: [Int]) -> [DetectorPair] {
    let compared = ScenarioErrors(of: detectors, in: units.ofScenario(scenario)).pairs
    let seed = plan.seed
    return ConcurrentWork.map(compared.count) { place -> DetectorPair? in
      let pair = compared[place]
      return PairedDifference(clusterDeltasBPM: pair.deltasBPM, seed: seed).map {
        .init(
          first: detectors[pair.first], second: detectors[pair.second], difference: $0, windows: pair.windows)
      }
    }.compactMap(\.self)
  }
}
