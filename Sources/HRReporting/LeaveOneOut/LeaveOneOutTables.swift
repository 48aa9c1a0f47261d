internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Quality of choices and confidences on a data set that had no part in them.
struct LeaveOneOutTables {
  let evaluation: Evaluation
  let found: LeaveOneOut
  /// Data sets with recordings, in the experiment's order.
  let datasets: [Int]

  /// Creates the tables; `nil` if all recordings are of one data set.
  init?(_ evaluation: Evaluation) {
    guard let found = evaluation.leaveOneOut else { return nil }
    self.evaluation = evaluation
    self.found = found
    let used = evaluation.plan.usedDatasets
    datasets = evaluation.plan.datasets.indices.filter { used.contains(evaluation.plan.datasets[$0].name) }
  }

  var plan: RunPlan { evaluation.plan }

  static let mark: Prose =
    "†: stated to have been tuned on recordings of that data set, so it is not new to the detector."

  /// Detector that the other data sets choose, beside the best on the one left out; empty if none can be chosen.
  var choices: [Block] {
    guard !found.choices.isEmpty else { return [] }
    let coverage = "\(fixed(100 * LeaveOneOut.leastCoverage, decimals: 0)) %"
    return [
      .paragraph(
        "Each data set is left out in turn. On the others the detector with the smallest mean absolute error is chosen, each data set counting the same; a detector takes part that answered at least \(coverage) of the windows with a reference on each of them. What it has on the data set left out stands beside the smallest error there (again of those that answered at least \(coverage))."
      ),
      .table(
        Table(
          columns: [
            .left("scenario"), .left("left out"), .left("chosen on the others"),
            .init("MAE on these", unit: "bpm"),
            .init("MAE on it", unit: "bpm"), RowColumn.coverage.column, .left("smallest error on it"),
            RowColumn.short(.mae).column, RowColumn.coverage.column,
          ],
          rows: found.choices.map { choice in
            [
              .text(plan.scenarios[choice.scenario].label), .text(plan.datasets[choice.dataset].name),
              .text(label(choice.chosenDetector, on: choice.dataset)),
              .number(choice.othersMAEBPM, decimals: 2),
              .optional(choice.chosen?.maeBPM, decimals: 2, else: "no answer"),
              .percent(choice.chosen?.coverage),
              choice.best.map { .text(label($0.detector, on: choice.dataset)) } ?? .missing("none"),
              .optional(choice.best?.maeBPM, decimals: 2), .percent(choice.best?.coverage),
            ]
          })), .paragraph(Self.mark),
    ]
  }

  /// Description of the recalibration of a confidence.
  static let recalibration: Prose =
    "For each detector and data set left out, a map from confidence to the chance of being right is fitted on the answers of all other data sets, in all scenarios together: the rising function nearest to right (1) and wrong (0) in the mean square (isotonic regression), each data set weighing the same. It is tried on the data set left out. A cell has the share of right answers at 0.9 or above and their number: as the detector says it → recalibrated, with a † as above. In brackets: fewer than \(LeaveOneOut.leastAnswers) answers, too few to say anything."

  /// Returns tables of the right answers at a confidence of 0.9 or above, by data set left out, of one scenario;
  /// empty if no detector has such answers.
  func sure(_ scenario: Int) -> [Table] {
    tables(scenario, "right at 0.9 or above (%)") { one, tried in
      let cell = Cell.sure(tried.sure, tried.recalibratedSure).display
      let isSeen = plan.hasSeen(one.detector, dataset: one.dataset) == true
      return .figures(isSeen ? cell + SeenText.mark : cell)
    }
  }

  /// Table of the smallest share of right answers at a confidence of 0.9 or above, per detector, over scenarios and
  /// data sets with enough of them.
  var least: Table {
    typealias Place = (share: Double, scenario: Int, dataset: Int)
    func cell(_ detector: Int, _ sure: (LeaveOneOut.Tried) -> SureAnswers) -> Cell {
      let places = found.recalibrations.filter { $0.detector == detector }.flatMap { one in
        one.tried.compactMap { tried -> Place? in
          let answers = sure(tried)
          guard answers.count >= LeaveOneOut.leastAnswers, let share = answers.rightShare else { return nil }
          return (share, tried.scenario, one.dataset)
        }
      }
      // The first of equal ones.
      guard let least = places.min(by: { $0.share < $1.share }) else { return .missing("none with enough") }
      let place = "\(plan.datasets[least.dataset].name), \(plan.scenarios[least.scenario].label)"
      return .text(
        "\(fixed(100 * least.share, decimals: 1)) (\(place)); \(places.count) of \(trials(of: detector))")
    }
    return Table(
      columns: [
        .left("detector"), .left("smallest share right (%), as it says"), .left("recalibrated on the others"),
      ],
      rows: recalibrated.map { detector in
        [.text(plan.detectors[detector].label), cell(detector, \.sure), cell(detector, \.recalibratedSure)]
      })
  }

  static let leastWords: Prose =
    "The smallest share of right answers at 0.9 or above of each detector, and where; behind it, in how many of its pairs of scenario and data set at least \(LeaveOneOut.leastAnswers) answers are that sure. Others do not count."

  private func trials(of detector: Int) -> Int {
    found.recalibrations.reduce(0) { $0 + ($1.detector == detector ? $1.tried.count : 0) }
  }

  /// Returns tables of Brier scores, before → after.
  func brier(_ scenario: Int) -> [Table] {
    tables(scenario, "Brier score") { _, tried in
      .figures("\(fixed(tried.brier, decimals: 3)) → \(fixed(tried.recalibratedBrier, decimals: 3))")
    }
  }

  static let sureFromWords: Prose =
    "The least confidence, as the detector says it, that is recalibrated to 0.9:"

  /// Tables of the lowest confidence that is recalibrated to 0.9.
  var sureFrom: [Table] {
    datasets.inTables.map { shown in
      Table(
        columns: [.left("recalibrated to 0.9 from")] + shown.map { .init(plan.datasets[$0].name) },
        rows: recalibrated.map { detector in
          [.text(plan.detectors[detector].label)]
            + shown.map { dataset in
              guard let one = recalibration(detector, dataset) else { return .missing("") }
              return one.sureFrom.map { .number($0, decimals: 3) } ?? .missing("nowhere")
            }
        })
    }
  }

  private func tables(
    _ scenario: Int, _ title: String, _ cell: (LeaveOneOut.Recalibration, LeaveOneOut.Tried) -> Cell
  ) -> [Table] {
    let rows = recalibrated.map { detector in
      (
        detector,
        datasets.map { dataset -> Cell? in
          recalibration(detector, dataset).flatMap { one in
            one.tried.first { $0.scenario == scenario }.map { cell(one, $0) }
          }
        }
      )
    }.filter { $0.1.contains { $0 != nil } }
    guard !rows.isEmpty else { return [] }
    return Array(datasets.indices).inTables.map { shown in
      Table(
        columns: [.left(title)] + shown.map { .init(plan.datasets[datasets[$0]].name) },
        rows: rows.map { detector, cells in
          [.text(plan.detectors[detector].label)] + shown.map { cells[$0] ?? .missing("") }
        })
    }
  }

  /// Detectors with a confidence from 0 to 1.
  var recalibrated: [Int] { found.recalibrations.map(\.detector).distinct }

  private func recalibration(_ detector: Int, _ dataset: Int) -> LeaveOneOut.Recalibration? {
    found.recalibrations.first { $0.detector == detector && $0.dataset == dataset }
  }

  /// Returns the label of a detector, with a mark if it is stated to have been tuned on recordings of a data set.
  func label(_ detector: Int, on dataset: Int) -> String {
    plan.detectors[detector].label + (plan.hasSeen(detector, dataset: dataset) == true ? SeenText.mark : "")
  }
}

/// The part of a run's report; empty if all recordings are of one data set.
struct LeaveOneOutSection {
  let evaluation: Evaluation

  var blocks: [Block] {
    guard let tables = LeaveOneOutTables(evaluation) else { return [] }
    let scenarios = evaluation.plan.scenarios.indices.compactMap { scenario -> [Block]? in
      let sure = tables.sure(scenario)
      guard !sure.isEmpty else { return nil }
      return [.paragraph("**\(evaluation.plan.scenarios[scenario].label)**")]
        + (sure + tables.brier(scenario)).map(Block.table)
    }.flatMap(\.self)
    let confidence: [Block] =
      [
        .paragraph(LeaveOneOutTables.recalibration), .paragraph(LeaveOneOutTables.leastWords),
        .table(tables.least),
      ] + scenarios + [.paragraph(LeaveOneOutTables.sureFromWords)] + tables.sureFrom.map(Block.table)
    let parts =
      tables.choices
      + (scenarios.isEmpty ? [] : [.fold("Confidence recalibrated on the other data sets", confidence)])
    return parts.isEmpty ? [] : [.heading(2, "Leave one data set out")] + parts
  }
}
