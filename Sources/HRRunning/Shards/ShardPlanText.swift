internal import HRSupport

/// Expected duration of a plan by its measured speeds, as text for people.
package struct ShardPlanText: Sendable {
  private let plan: ShardPlan

  package init(_ plan: ShardPlan) { self.plan = plan }

  /// Sentence on the expected core time; `nil` if no speeds were measured.
  package var expectation: String? {
    guard let costs = plan.costs, let all = plan.expectedCoreSeconds(of: 0..<plan.shardCount) else {
      return nil
    }
    let (least, most) = (plan.expectedCoreSeconds.min() ?? 0, plan.expectedCoreSeconds.max() ?? 0)
    let units = "\(costs.timedUnits) unit\(costs.timedUnits == 1 ? "" : "s")"
    let recordings = "\(costs.timedRecordings) recording\(costs.timedRecordings == 1 ? "" : "s")"
    var lines = [
      "expected to take: \(CoreTime.text(all)); the longest shard \(CoreTime.text(most)), the shortest \(CoreTime.text(least))",
      "  as measured of \(units) of \(recordings) in \(shortest(costs.timedSeconds, decimals: 1)) s; starting processes is not in it",
    ]
    if costs.untimed > 0 {
      let pairs = costs.datasets.reduce(0) { $0 + $1.scenariosPerMegabyte.count }
      lines.append(
        "  \(costs.untimed) of \(pairs) pairs of data set and scenario were not timed and take the mean of the others; a longer --calibrate times more"
      )
    }
    return lines.joined(separator: "\n")
  }
}
