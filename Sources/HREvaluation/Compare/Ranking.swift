internal import HRResults
internal import HRSignals
package import HRStatistics

/// All detectors of one scenario ranked against each other, cluster by cluster.
package struct Ranking: Sendable {
  /// Detectors that answer less would leave too few windows that all answered.
  package static let leastCoverage = 0.8

  package let scenario: String
  /// Labels, in the order of the experiment.
  package let detectors: [String]
  /// Labels of detectors that answered too seldom to be ranked, with their coverage.
  package let leftOut: [(detector: String, coverage: Double)]
  /// Windows that all ranked detectors answered.
  package let windows: Int
  package let friedman: Friedman
  package let criticalDifference: CriticalDifference
  package let pairwise: PairwiseSignedRank

  /// - Returns: `nil` for fewer than three detectors or too few clusters to rank them by.
  init?(scenario: Int, plan: RunPlan, units: [(cluster: Int, table: WindowTable)], clusterCount: Int) {
    var answered = [Int](repeating: 0, count: plan.detectors.count)
    let present = plan.detectors(in: scenario)
    var referenced = answered
    for (_, table) in units {
      for detector in present {
        let cells = table.estimates[detector]?.cells ?? []
        for (index, reference) in table.references(of: detector).enumerated() {
          guard case .bpm = reference else { continue }
          referenced[detector] += 1
          if cells.indices.contains(index), cells[index].hasValue { answered[detector] += 1 }
        }
      }
    }
    guard referenced.contains(where: { $0 > 0 }) else { return nil }
    let coverage = zip(answered, referenced).map { $1 > 0 ? Double($0) / Double($1) : 0 }
    let ranked = present.filter { coverage[$0] >= Self.leastCoverage }
    guard ranked.count >= 3 else { return nil }

    var sums = ranked.map { _ in [Double](repeating: 0, count: clusterCount) }
    var counts = [Double](repeating: 0, count: clusterCount)
    for (cluster, table) in units {
      let answers = ranked.compactMap { PairedTally.Answers(of: $0, in: table) }
      guard answers.count == ranked.count else { continue }
      for row in 0..<table.rowCount {
        let errors = answers.compactMap { $0.absoluteErrorBPM(ofRow: row) }
        guard errors.count == ranked.count else { continue }
        counts[cluster] += 1
        for (place, error) in errors.enumerated() { sums[place][cluster] += error }
      }
    }
    let used = counts.indices.filter { counts[$0] > 0 }
    let errors = sums.map { sums in used.map { sums[$0] / counts[$0] } }
    guard used.count >= ClusterBootstrap.leastClusters, let friedman = Friedman(maeBPM: errors),
      let criticalDifference = CriticalDifference(friedman), let pairwise = PairwiseSignedRank(maeBPM: errors)
    else { return nil }
    self.scenario = plan.scenarios[scenario].label
    detectors = ranked.map { plan.detectors[$0].label }
    leftOut = present.filter { !ranked.contains($0) }.map {
      (plan.detectors[$0].label, coverage[$0])
    }
    windows = Int(saturating: counts.reduce(0, +))
    self.friedman = friedman
    self.criticalDifference = criticalDifference
    self.pairwise = pairwise
  }

  /// Detector indices from the best mean rank to the worst; equal ones in the experiment's order.
  package var order: [Int] {
    detectors.indices.sorted { (friedman.averageRanks[$0], $0) < (friedman.averageRanks[$1], $1) }
  }
}
