internal import HREvaluation
internal import HRResults

/// What a reader of the tables should not overlook, over all scenarios: the terminal's short form of what the report
/// says of each.
package struct Findings {
  let evaluation: Evaluation

  /// `damages no channel that is read of …`; `nil` where a scenario damages something of every data set.
  static func untouched(_ scenario: RunPlan.ScenarioNote) -> String? {
    let datasets = scenario.untouchedDatasets
    guard !datasets.isEmpty else { return nil }
    return
      "damages no channel that is read of \(datasets.joined(separator: ", ")): the windows of \(datasets.count == 1 ? "that data set" : "those data sets") are those of the recordings as they are."
  }

  /// One per scenario that leaves a data set alone, then one per kind of thing that detectors show, then one per data set
  /// whose reference seems to be off in time.
  var sentences: [String] {
    evaluation.plan.scenarios.compactMap { note in
      Self.untouched(note).map { "The scenario \"\(note.label)\" \($0)" }
    } + AssumedRates(evaluation).sentences + warnings + (ReferenceLagText(evaluation)?.sentences ?? [])
  }

  /// The figures behind them are the report's; here stand the detectors, and the scenarios where they are not all.
  private var warnings: [String] {
    let shown = evaluation.plan.scenarios.indices.flatMap { scenario in
      Warnings(evaluation, rows: evaluation.rows(ofScenario: scenario)).kinds.flatMap { kind in
        kind.detectors.map { (what: kind.what, label: $0.label, scenario: scenario) }
      }
    }
    return shown.gathered(by: \.what).map { what, shown in
      let detectors = shown.gathered(by: \.label).map { label, shown in
        Self.named(label) + place(of: shown.map(\.scenario))
      }
      let rest = detectors.count - Self.mostNamed
      let more = rest > 0 ? ", and \(counted(rest, "more detector"))" : ""
      return "\(what): \(detectors.prefix(Self.mostNamed).joined(separator: ", "))\(more)."
    }
  }

  /// Detectors of a sentence, and scenarios of a detector; of more a sentence says how many.
  private static let mostNamed = 20

  /// A label with a comma would read as two.
  package static func named(_ label: String) -> String { label.contains(",") ? "\"\(label)\"" : label }

  /// ` (clean, motion)`; nothing where it is every scenario.
  private func place(of scenarios: [Int]) -> String {
    let all = evaluation.plan.scenarios.count
    guard scenarios.count < all else { return "" }
    guard scenarios.count <= Self.mostNamed else { return " (\(scenarios.count) of \(all) scenarios)" }
    return " (\(scenarios.map { Self.named(evaluation.plan.scenarios[$0].label) }.joined(separator: ", ")))"
  }
}
