package import HREvaluation
internal import HRResults
internal import HRDiagnostics

/// `hreval leave-one-out`: what the detectors of a run have on data sets that had no part in choosing or calibrating.
package struct LeaveOneOutPage: Sendable {
  private let evaluation: Evaluation

  /// - Parameter evaluation: of a run over several data sets.
  package init(_ evaluation: Evaluation) { self.evaluation = evaluation }

  /// `nil` where recordings are of one data set.
  package var markdown: String? {
    guard let tables = LeaveOneOutTables(evaluation) else { return nil }
    let parts =
      [
        "# Leave one data set out",
        "Each data set is left out in turn: what detectors reach on it, which of them the other data sets would have chosen, and what a confidence of 0.9 is worth there.",
      ] + setup + tuning + errors(tables) + choices(tables) + confidence(tables)
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var plan: RunPlan { evaluation.plan }

  private var setup: [String] {
    let file = "\(plan.name.replacing(" ", with: "%20")).json"
    let others = plan.detectors.compactMap { note -> String? in
      guard let bound = note.chanceWithinBPM, !isTolerance(bound) else { return nil }
      return
        "of \(Findings.named(note.label)) within \(shortest(bound)) bpm, as its confidence is stated to mean"
    }
    let right = (["An answer is right within \(ReliabilityTables.words(plan.tolerance))"] + others).joined(
      separator: "; ")
    let windows = plan.windowsDescribed.prefix(1).uppercased() + plan.windowsDescribed.dropFirst()
    var parts = [
      "## How this page is made",
      "By `hreval leave-one-out`, from a run of the experiment [\(markdownEscaped(plan.name))](\(file)). \(markdownEscaped("\(windows), seed \(plan.seed). \(right)."))",
    ]
    if let description = plan.description { parts.append(markdownEscaped(description)) }
    parts += [
      Table(
        columns: [
          .left("data set"), .init("recordings"), .init("windows with a reference"), .left("reference"),
        ],
        rows: plan.datasets.map { note in
          let mine = evaluation.recordings.filter { $0.dataset == note.name && $0.failure == nil }
          return [
            .text(note.name), .count(mine.count), .count(mine.reduce(0) { $0 + $1.referenceWindows }),
            .text(note.reference),
          ]
        }
      ).markdown,
      Table(
        columns: [.left("scenario"), .left("what is done to the signal")],
        rows: plan.scenarios.map {
          [.text($0.label), .text($0.steps.isEmpty ? "nothing" : $0.steps.chain)]
        }
      ).markdown,
    ]
    return parts
  }

  /// Whether answers within so many bpm are those within the run's tolerance.
  private func isTolerance(_ withinBPM: Double) -> Bool {
    withinBPM == plan.withinBPM && (plan.withinPercent ?? 0) <= 0
  }

  private var tuning: [String] {
    let statements = SeenText(evaluation: evaluation).statements
    return statements.isEmpty ? [] : ["## What was tuned on what"] + statements.dropFirst()
  }

  private func errors(_ tables: LeaveOneOutTables) -> [String] {
    [
      "## On each data set",
      "Mean absolute error in bpm, and the share of windows with a reference that were answered. \(LeaveOneOutTables.mark)",
    ]
      + plan.scenarios.indices.flatMap { scenario in
        [title(scenario)] + errors(scenario, tables).map(\.markdown)
      }
  }

  private func errors(_ scenario: Int, _ tables: LeaveOneOutTables) -> [Table] {
    let groups = evaluation.strata.filter { $0.name == RunPlan.datasetStratum }
    return tables.datasets.inTables.map { shown in
      Table(
        columns: [.left("detector")] + shown.map { .init(plan.datasets[$0].name) },
        rows: plan.detectors(in: scenario).map { detector in
          [.text(plan.detectors[detector].label)]
            + shown.map { dataset in
              let row = groups.first { $0.value == plan.datasets[dataset].name }?.rows.first {
                $0.scenario == scenario && $0.detector == detector
              }
              guard let mae = row?.value(.mae), let coverage = row?.tally.coverage else {
                return .missing("no answer")
              }
              let mark = plan.hasSeen(detector, dataset: dataset) == true ? SeenText.mark : ""
              return .figures(
                "\(fixed(mae, decimals: 2)), \(fixed(100 * coverage, decimals: 1)) %\(mark)")
            }
        })
    }
  }

  private func choices(_ tables: LeaveOneOutTables) -> [String] {
    let parts = tables.choices
    return parts.isEmpty ? [] : ["## The detector that the other data sets choose"] + parts
  }

  private func confidence(_ tables: LeaveOneOutTables) -> [String] {
    let scenarios = plan.scenarios.indices.flatMap { scenario -> [String] in
      let sure = tables.sure(scenario)
      return sure.isEmpty
        ? [] : [title(scenario)] + (sure + tables.brier(scenario)).map(\.markdown)
    }
    guard !scenarios.isEmpty else { return [] }
    let stated = plan.detectors.filter { $0.chanceWithinBPM != nil }.map { Findings.named($0.label) }
    let known = Set(tables.recalibrated)
    let silent = plan.detectors.indices.filter { !known.contains($0) }.map {
      Findings.named(plan.detectors[$0].label)
    }
    let meaning =
      (stated.isEmpty
        ? "No detector here states that its confidence is a chance."
        : "Confidence is stated to be the chance of being right by \(stated.joined(separator: ", ")). That of others is not, and is tried as if it were.")
      + (silent.isEmpty ? "" : " Without a confidence from 0 to 1: \(silent.joined(separator: ", ")).")
    return [
      "## What a confidence of 0.9 is worth", markdownEscaped(meaning), LeaveOneOutTables.recalibration,
      LeaveOneOutTables.leastWords, tables.least.markdown,
    ]
      + scenarios + ["The least confidence, as the detector says it, that is recalibrated to 0.9:"]
      + tables.sureFrom.map(\.markdown)
  }

  private func title(_ scenario: Int) -> String { "**\(markdownEscaped(plan.scenarios[scenario].label))**" }
}
