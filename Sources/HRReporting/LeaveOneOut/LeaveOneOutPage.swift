package import HREvaluation
internal import HRRunning
internal import HRSupport

/// `hreval leave-one-out`: results of a run's detectors on data sets that had no part in choosing or calibrating
/// them.
package struct LeaveOneOutPage: Sendable {
  private let evaluation: Evaluation

  /// - Parameter evaluation: evaluation of a run over several data sets.
  package init(_ evaluation: Evaluation) { self.evaluation = evaluation }

  /// The page; `nil` if all recordings are of one data set.
  package var markdown: String? {
    guard let tables = LeaveOneOutTables(evaluation) else { return nil }
    let parts =
      [
        Block.heading(1, "Leave one data set out"),
        .paragraph(
          "Each data set is left out in turn. This page shows the errors of detectors on it, which detector the other data sets would have chosen, and how many answers with a confidence of 0.9 are right there."
        ),
      ] + setup + tuning + errors(tables) + choices(tables) + confidence(tables)
    return parts.markdown + "\n"
  }

  private var plan: RunPlan { evaluation.plan }

  private var setup: [Block] {
    let others = plan.detectors.compactMap { note -> String? in
      guard let bound = note.chanceWithinBPM, !isTolerance(bound) else { return nil }
      return
        "of \(Findings.named(note.label)) within \(shortest(bound)) bpm, which its confidence is stated to mean"
    }
    let right = (["An answer is right within \(plan.tolerance.words)"] + others).joined(
      separator: "; ")
    let windows = plan.windowsDescribed.prefix(1).uppercased() + plan.windowsDescribed.dropFirst()
    let facts = Prose(plain: "\(windows), seed \(plan.seed). \(right).")
    var parts: [Block] = [
      .heading(2, "How this page is made"),
      .paragraph(
        "By `hreval leave-one-out`, from a run of the experiment \(code: plan.name). \(facts)"),
    ]
    if let description = plan.description { parts.append(.sentence(description)) }
    parts += [
      .table(
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
          })),
      .table(
        Table(
          columns: [.left("scenario"), .left("what is done to the signal")],
          rows: plan.scenarios.map {
            [.text($0.label), .text($0.steps.isEmpty ? "nothing" : $0.steps.chain)]
          })),
    ]
    return parts
  }

  /// Returns true if answers within this many beats per minute are those within the run's tolerance.
  private func isTolerance(_ withinBPM: Double) -> Bool {
    withinBPM == plan.withinBPM && (plan.withinPercent ?? 0) <= 0
  }

  private var tuning: [Block] {
    let statements = SeenText(evaluation: evaluation).statements
    return statements.isEmpty ? [] : [.heading(2, "Tuning data of each detector")] + statements.dropFirst()
  }

  private func errors(_ tables: LeaveOneOutTables) -> [Block] {
    [
      .heading(2, "On each data set"),
      .paragraph(
        "Mean absolute error in bpm, and the share of windows with a reference that were answered. \(LeaveOneOutTables.mark)"
      ),
    ]
      + plan.scenarios.indices.flatMap { scenario in
        [tables.title(scenario)] + errors(scenario, tables).map(Block.table)
      }
  }

  private func errors(_ scenario: Int, _ tables: LeaveOneOutTables) -> [Table] {
    let groups = evaluation.strata.filter { $0.name == RunPlan.datasetStratum }
    return tables.byDataset("detector", plan.detectors(in: scenario)) { detector, dataset in
      let row = groups.first { $0.value == plan.datasets[dataset].name }?.rows.first {
        $0.scenario == scenario && $0.detector == detector
      }
      guard let mae = row?.value(.mae), let coverage = row?.tally.coverage else {
        return .missing("no answer")
      }
      return .figures(
        "\(fixed(mae, decimals: 2)), \(fixed(100 * coverage, decimals: 1)) %\(tables.mark(detector, dataset))"
      )
    }
  }

  private func choices(_ tables: LeaveOneOutTables) -> [Block] {
    let parts = tables.choices
    return parts.isEmpty ? [] : [.heading(2, "Choice of a detector by the other data sets")] + parts
  }

  private func confidence(_ tables: LeaveOneOutTables) -> [Block] {
    let parts = tables.confidence
    guard !parts.isEmpty else { return [] }
    let stated = plan.detectors.filter { $0.chanceWithinBPM != nil }.map { Findings.named($0.label) }
    let known = Set(tables.recalibrated)
    let silent = plan.detectors.indices.filter { !known.contains($0) }.map {
      Findings.named(plan.detectors[$0].label)
    }
    let meaning =
      (stated.isEmpty
        ? "No detector of this run states that its confidence is a probability."
        : "Confidence is stated to be the probability of being right by \(stated.joined(separator: ", ")). The confidence of other detectors is tried as if it were one.")
      + (silent.isEmpty ? "" : " Without a confidence from 0 to 1: \(silent.joined(separator: ", ")).")
    return [.heading(2, "Answers with a confidence of 0.9 or above"), .sentence(meaning)] + parts
  }
}
