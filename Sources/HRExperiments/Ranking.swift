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
    var referenced = 0
    for (_, table) in units {
      for (index, reference) in table.references.enumerated() {
        guard case .bpm = reference else { continue }
        referenced += 1
        for detector in present where table.estimates[detector]?.cells[index].hasValue == true {
          answered[detector] += 1
        }
      }
    }
    guard referenced > 0 else { return nil }
    let coverage = answered.map { Double($0) / Double(referenced) }
    let ranked = present.filter { coverage[$0] >= Self.leastCoverage }
    guard ranked.count >= 3 else { return nil }

    var sums = ranked.map { _ in [Double](repeating: 0, count: clusterCount) }
    var counts = [Double](repeating: 0, count: clusterCount)
    for (cluster, table) in units {
      let columns = ranked.compactMap { table.estimates[$0] }
      guard columns.count == ranked.count else { continue }
      for (index, reference) in table.references.enumerated() {
        guard case .bpm(let reference) = reference, columns.allSatisfy({ $0.cells[index].hasValue })
        else { continue }
        counts[cluster] += 1
        for (place, column) in columns.enumerated() {
          sums[place][cluster] += abs(column.cells[index].bpm - reference)
        }
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
    windows = Int(counts.reduce(0, +))
    self.friedman = friedman
    self.criticalDifference = criticalDifference
    self.pairwise = pairwise
  }

  /// Detector indices from the best mean rank to the worst; equal ones in the experiment's order.
  package var order: [Int] {
    detectors.indices.sorted { (friedman.averageRanks[$0], $0) < (friedman.averageRanks[$1], $1) }
  }
}
