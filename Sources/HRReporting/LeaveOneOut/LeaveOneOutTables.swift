internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Quality of choices and confidences on a data set that had no part in them.
struct LeaveOneOutTables {
  let evaluation: Evaluation
  let found: LeaveOneOut

  /// Creates the tables; `nil` if all recordings are of one data set.
  init?(_ evaluation: Evaluation) {
    guard let found = evaluation.leaveOneOut else { return nil }
    self.evaluation = evaluation
    self.found = found
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
        "Each data set is left out in turn. On the others the detector with the smallest MAE is chosen, all data sets having the same weight, among the detectors that answered at least \(coverage) of the windows with a reference on each of them. Its error on the data set left out is beside the smallest error there (again of detectors that answered at least \(coverage))."
      ),
      .table(
        Table(
          [
            .words("scenario") { plan.scenarios[$0.scenario].label },
            .words("left out") { plan.datasets[$0.dataset].name },
            .words("chosen on the others") { label($0.chosenDetector, on: $0.dataset) },
            .figure(.mae, "MAE on these") { $0.othersMAEBPM },
            .figure(.mae, "MAE on it", else: "no answer") { $0.chosen?.maeBPM },
            .figure(.coverage) { $0.chosen?.coverage },
            .init(.left("smallest error on it")) { choice in
              choice.best.map { .text(label($0.detector, on: choice.dataset)) } ?? .missing("none")
            },
            .figure(.mae) { $0.best?.maeBPM }, .figure(.coverage) { $0.best?.coverage },
          ], of: found.choices)), .paragraph(Self.mark),
    ]
  }

  /// Quality of confidences that are recalibrated on the other data sets; empty if no detector has enough of them.
  var confidence: [Block] {
    let scenarios = plan.scenarios.indices.flatMap { scenario -> [Block] in
      let sure = sure(scenario)
      return sure.isEmpty ? [] : [title(scenario)] + (sure + brier(scenario)).map(Block.table)
    }
    guard !scenarios.isEmpty else { return [] }
    return [
      .paragraph(
        "For each detector and data set left out, a map from confidence to the probability of being right is fitted on the answers of all other data sets, in all scenarios together (isotonic regression, all data sets having the same weight), and tried on the data set left out. A cell has the share of right answers at 0.9 or above and their number: with the detector's own confidence → recalibrated, with a † as above. In brackets: fewer than \(LeaveOneOut.leastAnswers) answers, which are too few for a conclusion."
      ),
      .paragraph(
        "The smallest share of right answers at 0.9 or above of each detector, and where; behind it the number of its pairs of scenario and data set with at least \(LeaveOneOut.leastAnswers) such answers. Only these pairs count."
      ),
      .table(least),
    ]
      + scenarios + [
        .paragraph("The smallest confidence of the detector that is recalibrated to 0.9:")
      ] + sureFrom.map(Block.table)
  }

  func title(_ scenario: Int) -> Block { .paragraph("**\(plan.scenarios[scenario].label)**") }

  /// Returns tables of the right answers at a confidence of 0.9 or above, by data set left out, of one scenario;
  /// empty if no detector has such answers.
  private func sure(_ scenario: Int) -> [Table] {
    tables(scenario, "right at 0.9 or above (%)") { one, tried in
      .figures(Cell.sure(tried.sure, tried.recalibratedSure).display + mark(one.detector, one.dataset))
    }
  }

  /// Table of the smallest share of right answers at a confidence of 0.9 or above, per detector, over scenarios and
  /// data sets with enough of them.
  private var least: Table {
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
        .left("detector"), .left("smallest share right (%), own confidence"),
        .left("recalibrated on the others"),
      ],
      rows: recalibrated.map { detector in
        [.text(plan.detectors[detector].label), cell(detector, \.sure), cell(detector, \.recalibratedSure)]
      })
  }

  private func trials(of detector: Int) -> Int {
    found.recalibrations.reduce(0) { $0 + ($1.detector == detector ? $1.tried.count : 0) }
  }

  /// Returns tables of Brier scores, before → after.
  private func brier(_ scenario: Int) -> [Table] {
    tables(scenario, "Brier score") { _, tried in
      .figures("\(fixed(tried.brier, decimals: 3)) → \(fixed(tried.recalibratedBrier, decimals: 3))")
    }
  }

  /// Tables of the lowest confidence that is recalibrated to 0.9.
  private var sureFrom: [Table] {
    byDataset("recalibrated to 0.9 from", recalibrated) { detector, dataset in
      guard let one = recalibration(detector, dataset) else { return .missing("") }
      return one.sureFrom.map { .number($0, decimals: 3) } ?? .missing("nowhere")
    }
  }

  private func tables(
    _ scenario: Int, _ title: String, _ cell: (LeaveOneOut.Recalibration, LeaveOneOut.Tried) -> Cell
  ) -> [Table] {
    func found(_ detector: Int, _ dataset: Int) -> Cell? {
      recalibration(detector, dataset).flatMap { one in
        one.tried.first { $0.scenario == scenario }.map { cell(one, $0) }
      }
    }
    let detectors = recalibrated.filter { detector in
      self.found.datasets.contains { found(detector, $0) != nil }
    }
    return detectors.isEmpty ? [] : byDataset(title, detectors) { found($0, $1) ?? .missing("") }
  }

  /// Returns tables with a row per detector and a column per data set; several if there are many data sets.
  func byDataset(
    _ title: String, _ detectors: [Int], _ cell: (_ detector: Int, _ dataset: Int) -> Cell
  ) -> [Table] {
    found.datasets.inTables.map { shown in
      Table(
        columns: [.left(title)] + shown.map { .init(plan.datasets[$0].name) },
        rows: detectors.map { detector in
          [.text(plan.detectors[detector].label)] + shown.map { cell(detector, $0) }
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
    plan.detectors[detector].label + mark(detector, dataset)
  }

  func mark(_ detector: Int, _ dataset: Int) -> String {
    plan.hasSeen(detector, dataset: dataset) == true ? SeenText.mark : ""
  }

  /// The part of a run's report.
  var section: [Block] {
    let confidence = confidence
    let parts =
      choices
      + (confidence.isEmpty ? [] : [.fold("Confidence recalibrated on the other data sets", confidence)])
    return parts.isEmpty ? [] : [.heading(2, "Leave one data set out")] + parts
  }
}
