internal import HRRunning
package import HRStatistics

/// The windows of one scenario as two detectors answered them.
///
/// Both answered for the same windows of the same (corrupted) signals, as far as recorded output is what it says it
/// is. So errors are compared over the windows that both answered. The windows that only one of them answered are
/// counted beside that.
package struct PairedTally: Equatable, Sendable {
  /// Windows with a reference; of tries those where the references of both detectors are known.
  package private(set) var referenceWindows = 0
  package private(set) var both = 0
  package private(set) var onlyCandidate = 0
  package private(set) var onlyBaseline = 0
  /// Clusters in which such a window has a reference. The next two are the clusters in which the candidate, and the
  /// baseline, answered such a window.
  package let referenceClusters: Int
  package let candidateClusters: Int
  package let baselineClusters: Int
  /// One per cluster, in the order of the recordings; clusters without a window that both answered have counts of 0.
  package private(set) var clusters: [Pair]

  package struct Pair: Equatable, Sendable {
    package private(set) var count = 0
    fileprivate var candidateSum = 0.0
    fileprivate var baselineSum = 0.0

    fileprivate mutating func add(candidate: Double, baseline: Double) {
      count += 1
      candidateSum += candidate
      baselineSum += baseline
    }

    package var candidate: ClusterErrors { ClusterErrors(count: count, absoluteSumBPM: candidateSum) }
    package var baseline: ClusterErrors { ClusterErrors(count: count, absoluteSumBPM: baselineSum) }
  }

  /// One unit of work as both answered it.
  struct Unit {
    let cluster: Int
    /// Answers; `nil` of a detector without rows.
    let candidate: DetectorAnswers?
    let baseline: DetectorAnswers?
  }

  init(_ units: some Sequence<Unit>, clusterCount: Int) {
    clusters = [Pair](repeating: Pair(), count: clusterCount)
    let none = [Bool](repeating: false, count: clusterCount)
    var (known, candidates, baselines) = (none, none, none)
    for unit in units {
      guard let mine = unit.candidate, let others = unit.baseline else { continue }
      for (candidate, baseline) in zip(mine, others) {
        guard candidate.reference.bpm != nil, baseline.reference.bpm != nil else { continue }
        referenceWindows += 1
        known[unit.cluster] = true
        if candidate.cell.hasValue { candidates[unit.cluster] = true }
        if baseline.cell.hasValue { baselines[unit.cluster] = true }
        switch (candidate.errorBPM, baseline.errorBPM) {
        case (let error?, let baselineError?):
          both += 1
          clusters[unit.cluster].add(candidate: abs(error), baseline: abs(baselineError))
        case (_?, nil): onlyCandidate += 1
        case (nil, _?): onlyBaseline += 1
        case (nil, nil): break
        }
      }
    }
    (referenceClusters, candidateClusters, baselineClusters) = (
      known.count { $0 }, candidates.count { $0 }, baselines.count { $0 }
    )
  }

  /// Clusters with a window that both answered: those that the difference is over.
  package var bothClusters: Int { clusters.count { $0.count > 0 } }

  package var candidateCoverage: Double? { share(both + onlyCandidate, of: referenceWindows) }
  package var baselineCoverage: Double? { share(both + onlyBaseline, of: referenceWindows) }

  /// MAE of the candidate minus MAE of the baseline in each cluster that has windows both answered.
  package var clusterDeltasBPM: [Double] {
    ClusterErrors.deltasBPM(candidate: clusters.map(\.candidate), baseline: clusters.map(\.baseline))
  }

  /// Mean over clusters of the candidate's MAE; every cluster counts the same. `nil` without a cluster that has
  /// windows both answered.
  package var candidateMAEBPM: Double? { Self.mean(clusters.compactMap(\.candidate.maeBPM)) }
  package var baselineMAEBPM: Double? { Self.mean(clusters.compactMap(\.baseline.maeBPM)) }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
