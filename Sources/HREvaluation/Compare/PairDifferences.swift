internal import HRRunning
internal import HRSupport
package import HRStatistics

/// Differences of each two of some detectors in one scenario, over the windows that these two answered.
///
/// They are the figures that a declared comparison of the two has. But nobody declared them, and they are not corrected
/// for their number, so there is no verdict on them.
package struct PairDifferences: Sendable {
  /// Indices of the plan.
  package let detectors: [Int]
  /// Each two that answered a window in common, once.
  package let pairs: [Pair]

  package struct Pair: Sendable {
    /// Index of the one detector; the difference is its error minus that of the second.
    package let first: Int
    package let second: Int
    package let difference: PairedDifference
    /// Windows that both answered.
    package let windows: Int
  }
}

extension Evaluation {
  /// Returns the differences of each two detectors.
  ///
  /// - Parameters:
  ///   - scenario: index of the plan.
  ///   - detectors: indices of detectors that have rows there.
  package func pairDifferences(scenario: Int, of detectors: [Int]) -> PairDifferences {
    let compared = ScenarioErrors(of: detectors, in: units.ofScenario(scenario)).pairs
    let seed = plan.seed
    let found = ConcurrentWork.map(compared.count) { place -> PairDifferences.Pair? in
      let pair = compared[place]
      return PairedDifference(clusterDeltasBPM: pair.deltasBPM, seed: seed).map {
        .init(
          first: detectors[pair.first], second: detectors[pair.second], difference: $0, windows: pair.windows)
      }
    }
    return PairDifferences(detectors: detectors, pairs: found.compactMap(\.self))
  }
}
