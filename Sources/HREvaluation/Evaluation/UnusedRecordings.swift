package import HRRunning

extension Evaluation {
  /// The recordings that could not be used at all.
  package var failureGroups: [FailureGroup] {
    FailureGroup.groups(
      of: recordings.compactMap { row in row.failure.map { (row.name, row.id, $0) } })
  }

  /// Recordings that could not be used in some scenarios, by scenario in the experiment's order.
  package var partialFailureGroups: [(scenario: String, group: FailureGroup)] {
    plan.scenarios.map(\.label).flatMap { label in
      FailureGroup.groups(
        of: recordings.compactMap { row in
          row.partialFailures.first { $0.scenario == label }.map { (row.name, row.id, $0.reason) }
        }
      ).map { (label, $0) }
    }
  }
}
