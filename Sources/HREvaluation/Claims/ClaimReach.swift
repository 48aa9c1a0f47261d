package import HRRunning
package import HRStatistics

/// The best and the worst outcome that a figure of a claim can have by the number of its clusters and windows alone.
package struct ClaimReach: Sendable {
  /// Clusters with windows that have a reference.
  package let clusters: Int
  /// Interval of the best figure that there is: of a share 1 (0 of one that must be small), of a mean absolute error
  /// that must be small 0. `nil` without one, and with too few clusters for an interval.
  package private(set) var best: Interval?
  /// True if the best figure holds. A share that is below 1 and the same in every cluster has a narrower interval.
  package private(set) var canHold = false
  /// Likewise of the worst figure.
  package private(set) var worst: Interval?
  package private(set) var canBeRefuted = false
  /// Least number of clusters with equally many windows of which the best figure holds; `nil` if it never does.
  package private(set) var needed: Int?

  /// - Parameters:
  ///   - condition: of the claim.
  ///   - windows: windows with a reference, by cluster; clusters without any are left out.
  ///   - level: of the figure's interval.
  init(_ condition: Claim.Condition, windows: [Double], level: Double) {
    let windows = windows.filter { $0 > 0 }
    clusters = windows.count
    let extremes = Extremes(condition, windows, level: level)
    if clusters >= ClusterBootstrap.leastClusters {
      (best, worst) = (extremes.best, extremes.worst)
      canHold = best.map { condition.demand.word(of: $0) == .holds } ?? true
      canBeRefuted = worst.map { condition.demand.word(of: $0) == .doesNotHold } ?? true
    }
    needed = canHold ? clusters : Self.needed(condition, level: level)
  }

  /// Largest number of clusters that is tried.
  private static let mostClusters = 1 << 16

  private static func needed(_ condition: Claim.Condition, level: Double) -> Int? {
    func holds(_ count: Int) -> Bool {
      Extremes(condition, [Double](repeating: 1, count: count), level: level).best.map {
        condition.demand.word(of: $0) == .holds
      } ?? true
    }
    var (few, many) = (ClusterBootstrap.leastClusters - 1, ClusterBootstrap.leastClusters)
    while !holds(many) {
      guard many < mostClusters else { return nil }
      (few, many) = (many, min(2 * many, mostClusters))
    }
    while many - few > 1 {
      let middle = (few + many) / 2
      if holds(middle) { many = middle } else { few = middle }
    }
    return many
  }

  /// Intervals of the best and the worst figure; `nil` where nothing bounds it.
  private struct Extremes {
    var best: Interval?
    var worst: Interval?

    init(_ condition: Claim.Condition, _ windows: [Double], level: Double) {
      let none = [Double](repeating: 0, count: windows.count)
      func share(_ counted: [Double]) -> Interval? {
        ShareInterval(counted: counted, of: windows, level: level)?.interval
      }
      switch (condition.demand, condition.metric) {
      case (.atLeast, .coverage), (.atLeast, .withinBPMShare), (.atLeast, .withinToleranceShare):
        (best, worst) = (share(windows), share(none))
      case (.atMost, .coverage), (.atMost, .withinBPMShare), (.atMost, .withinToleranceShare):
        (best, worst) = (share(none), share(windows))
      case (.atLeast, .maeBPM): worst = Interval(low: 0, high: 0)
      case (.atMost, .maeBPM): best = Interval(low: 0, high: 0)
      case (_, .biasBPM), (.lessThan, _), (.moreThan, _): break
      }
    }
  }
}

/// A claim of a plan before anything is read.
///
/// Subjects are those that descriptors state, else recordings. Groups of another stratum than the data set are not
/// known yet: such a condition counts as one figure of all recordings, and its groups need at least as many.
package struct ClaimForecast: Sendable {
  package let claim: Claim
  /// Subjects, recordings or either.
  package let clusterKind: ClusterKind
  /// One per condition and data set.
  package let figures: [Figure]

  package struct Figure: Sendable {
    package let condition: Claim.Condition
    /// The group of recordings; `nil`: all.
    package let group: String?
    package let reach: ClaimReach
  }

  /// One per claim, in order.
  package static func all(_ plan: RunPlan) -> [ClaimForecast] {
    let clusters = Clusters(plan: plan, results: UnitResults([]))
    return plan.claims.map { claim in
      let tasks = claim.conditions.flatMap { condition -> [(Claim.Condition, String?)] in
        guard condition.stratum == RunPlan.datasetStratum else { return [(condition, condition.row.group)] }
        let groups = condition.row.group.map { [$0] } ?? plan.usedDatasets.sorted()
        return groups.map { (condition, $0) }
      }
      let level = ClaimVerdict.level(figures: tasks.count)
      return ClaimForecast(
        claim: claim, clusterKind: clusters.kind,
        figures: tasks.map { condition, group in
          let isOfDataset = condition.stratum == RunPlan.datasetStratum
          let mine = plan.recordings.indices.filter {
            !isOfDataset || plan.datasets[plan.recordings[$0].dataset].name == group
          }
          let count = Set(mine.map { clusters.ofRecording[$0] }).count
          return Figure(
            condition: condition, group: isOfDataset ? group : nil,
            reach: ClaimReach(condition, windows: [Double](repeating: 1, count: count), level: level))
        })
    }
  }
}
