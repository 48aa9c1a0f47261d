/// Check that the contents of a store belong together. A damaged store can hold any numbers, and an index out of
/// bounds would end the program.
struct StoredUnits {
  private let plan: RunPlan
  private let units: [WorkUnit]
  private var seen: Set<Int> = []

  private static let most = 100_000_000

  /// Creates a check; `nil` for a plan whose indices or counts are out of bounds.
  init?(of plan: RunPlan) {
    guard plan.recordings.allSatisfy({ plan.datasets.indices.contains($0.dataset) }),
      plan.scenarios.allSatisfy({ (1...Self.most).contains($0.repeats) })
    else { return nil }
    let trials = plan.scenarios.reduce(0) { min($0 + $1.repeats, Self.most + 1) }
    let (count, overflow) = trials.multipliedReportingOverflow(by: plan.recordings.count)
    guard !overflow, count <= Self.most else { return nil }
    self.plan = plan
    units = plan.units
  }

  /// Returns true if a result is the first of one of the plan's units, with a column for each detector that takes
  /// part in it. Only the first unit of a recording may have an examination.
  mutating func admits(_ result: UnitResult) -> Bool {
    guard units.indices.contains(result.unit),
      result.exam == nil || units[result.unit].beginsRecording
    else { return false }
    if case .windows(let table) = result.outcome {
      let scenario = units[result.unit].scenario
      guard table.estimates.count == plan.detectors.count, table.qualities.count == plan.qualities.count,
        table.chosenTries.isEmpty == (plan.windows(of: scenario).tries == 1),
        table.estimates.indices.allSatisfy({
          (table.estimates[$0] != nil) == plan.takesPart(detector: $0, in: scenario)
        })
      else { return false }
    }
    return seen.insert(result.unit).inserted
  }
}
