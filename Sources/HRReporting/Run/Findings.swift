internal import HREvaluation
internal import HRRunning

/// Warnings over all scenarios: the terminal's short form of the report's warnings on each.
package struct Findings {
  let evaluation: Evaluation

  /// Returns `damages no channel that is read of …`; `nil` if a scenario damages a channel of every data set.
  static func untouched(_ scenario: RunPlan.ScenarioNote) -> String? {
    let datasets = scenario.untouchedDatasets
    guard !datasets.isEmpty else { return nil }
    return
      "damages no channel that is read of \(datasets.joined(separator: ", ")): the windows of \(datasets.count == 1 ? "that data set" : "those data sets") are those of the recordings as they are."
  }

  /// Sentences: one per scenario that leaves a data set undamaged, then one per kind of warning on detectors, then
  /// one per data set whose reference seems to be shifted in time.
  var sentences: [String] {
    evaluation.plan.scenarios.compactMap { note in
      Self.untouched(note).map { "The scenario \"\(note.label)\" \($0)" }
    } + AssumedRates(evaluation).sentences + warnings + (ReferenceLagText(evaluation)?.sentences ?? [])
  }

  /// Sentences on detectors, with the scenarios if these are not all. The report has their figures.
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

  /// Maximum number of names of detectors in a sentence, and of scenarios of a detector; of more, the sentence gives
  /// the number.
  private static let mostNamed = 20

  /// Returns a label, in quotes if it has a comma, which would read as two labels.
  package static func named(_ label: String) -> String { label.contains(",") ? "\"\(label)\"" : label }

  /// Returns ` (clean, motion)`; empty for every scenario.
  private func place(of scenarios: [Int]) -> String {
    let all = evaluation.plan.scenarios.count
    guard scenarios.count < all else { return "" }
    guard scenarios.count <= Self.mostNamed else { return " (\(scenarios.count) of \(all) scenarios)" }
    return " (\(scenarios.map { Self.named(evaluation.plan.scenarios[$0].label) }.joined(separator: ", ")))"
  }
}
