internal import HRRunning
internal import HRSupport
internal import HRStatistics

extension InPlan<LeaveOneOut> {
  /// Form of choices and confidences on data sets that had no part in them; ``LeaveOneOut`` states how they are made.
  static var form: JSONForm<Self> {
    .written(
      "what is left out",
      .init(
        "choices", \.choices, .list(InPlan<LeaveOneOut.Choice>.form), "By scenario and data set left out."),
      .init(
        "confidences", \.confidences, .list(InPlan<LeaveOneOut.Recalibration>.form),
        "By detector and data set left out."))
  }

  private var choices: [InPlan<LeaveOneOut.Choice>] {
    part.choices.map { .init(plan: plan, part: $0) }
  }
  private var confidences: [InPlan<LeaveOneOut.Recalibration>] {
    part.recalibrations.map { .init(plan: plan, part: $0) }
  }
}

extension InPlan<LeaveOneOut.Choice> {
  static var form: JSONForm<Self> {
    .written(
      "a choice",
      .init("scenario", \.scenario, .text, "Label of the scenario."),
      .init("dataset", \.dataset, .text, "The data set left out."),
      .init(
        "othersMAEBPM", \.part.othersMAEBPM, .number,
        "Of the chosen detector: mean over the other data sets of its mean absolute errors."),
      .init(
        "chosen", \.chosen, LeftOutResult.form,
        "The detector with the smallest such mean, on the data set left out."
      ),
      .init("best", \.best, .optional(LeftOutResult.form), "The detector with the smallest error there."))
  }

  private var scenario: String { plan.scenarios[part.scenario].label }
  private var dataset: String { plan.datasets[part.dataset].name }
  private var chosen: LeftOutResult { result(part.chosenDetector, part.chosen) }
  private var best: LeftOutResult? { part.best.map { result($0.detector, $0) } }

  private func result(_ detector: Int, _ found: LeaveOneOut.Result?) -> LeftOutResult {
    LeftOutResult(
      detector: plan.detectors[detector].label, maeBPM: found?.maeBPM, coverage: found?.coverage,
      seen: plan.hasSeen(detector, dataset: part.dataset))
  }
}

/// A detector's result on the data set left out.
private struct LeftOutResult {
  let detector: String
  let maeBPM, coverage: Double?
  /// True if the detector is stated to have been tuned on recordings of the data set; `nil` where not all is stated.
  let seen: Bool?

  static let form = JSONForm<Self>.written(
    "a detector on the data set left out",
    .init("detector", \.detector, .text, "Its label."),
    .init(
      "maeBPM", \.maeBPM, .optional(.number), "Mean absolute error there; null without an estimate."),
    .init(
      "coverage", \.coverage, .optional(.share),
      "Answered windows over those with a reference; null as maeBPM."
    ),
    .init(
      "seen", \.seen, .optional(.boolean),
      "Whether it is stated to have been tuned on recordings there; null: it is not, and not all of its stages state what they were tuned on."
    ))
}

extension InPlan<LeaveOneOut.Recalibration> {
  static var form: JSONForm<Self> {
    .written(
      "a recalibrated confidence",
      .init("detector", \.detector, .text, "Label of the detector."),
      .init("dataset", \.dataset, .text, "The data set left out."),
      .init(
        "seen", \.seen, .optional(.boolean),
        "Whether the detector is stated to have been tuned on recordings there; null as elsewhere."),
      .init(
        "fittedAnswers", \.part.fittedAnswers, .count,
        "Answers of the other data sets, in all scenarios, that the map was fitted on."),
      .init(
        "sureFrom", \.part.sureFrom, .optional(.number),
        "The least confidence that is recalibrated to 0.9; null where none is."),
      .init("tried", \.tried, .list(InPlan<LeaveOneOut.Tried>.form), "By scenario."))
  }

  private var detector: String { plan.detectors[part.detector].label }
  private var dataset: String { plan.datasets[part.dataset].name }
  private var seen: Bool? { plan.hasSeen(part.detector, dataset: part.dataset) }
  private var tried: [InPlan<LeaveOneOut.Tried>] { part.tried.map { .init(plan: plan, part: $0) } }
}

extension InPlan<LeaveOneOut.Tried> {
  static var form: JSONForm<Self> {
    .written(
      "a trial",
      .init("scenario", \.scenario, .text, "Label of the scenario."),
      .init("answers", \.part.answers, .count, "Answers with a confidence on the data set left out."),
      .init("brier", \.part.brier, .number, "Brier score of the confidence as the detector has it."),
      .init("recalibratedBrier", \.part.recalibratedBrier, .number, "The same of the recalibrated one."),
      .init("sureAnswers", \.part.sure.count, .count, "Answers at 0.9 or above, as the detector has it."),
      .init("sureRight", \.part.sure.right, .count, "Right ones of these."),
      .init(
        "recalibratedSureAnswers", \.part.recalibratedSure.count, .count,
        "Answers recalibrated to 0.9 or above."),
      .init("recalibratedSureRight", \.part.recalibratedSure.right, .count, "Right ones of these."))
  }

  private var scenario: String { plan.scenarios[part.scenario].label }
}
