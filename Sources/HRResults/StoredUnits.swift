/// Whether what a store holds belongs together: a damaged store can hold any numbers, and numbers that lead nowhere
/// would end the program that follows them.
struct StoredUnits {
  private let plan: RunPlan
  private let units: [WorkUnit]
  private var seen: Set<Int> = []

  private static let most = 100_000_000

  /// - Returns: `nil` for a plan whose parts do not lead to each other.
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

  /// Whether a result is of one of the plan's units, and the first of it, with a column for each that takes part in it.
  /// A recording is examined once.
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
