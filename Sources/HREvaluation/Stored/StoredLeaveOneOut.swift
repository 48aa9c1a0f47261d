internal import HRSupport
internal import HRRunning
internal import HRStatistics

/// Choices and confidences on data sets that had no part in them, as `results.json` has them; ``LeaveOneOut`` states
/// how they are made.
package struct StoredLeaveOneOut: Equatable, Sendable {
  package let choices: [Choice]
  package let confidences: [Confidence]

  static let form = JSONForm<StoredLeaveOneOut>.object(
    "what is left out", StoredLeaveOneOut.init,
    .init("choices", \.choices, .list(Choice.form), "By scenario and data set left out."),
    .init("confidences", \.confidences, .list(Confidence.form), "By detector and data set left out."))

  package struct Result: Equatable, Sendable {
    package let detector: String
    package let maeBPM, coverage: Double?
    /// True if the detector is stated to have been tuned on recordings of the data set; `nil` where not all is stated.
    package let seen: Bool?

    static let form = JSONForm<Result>.object(
      "a detector on the data set left out", Result.init,
      .init("detector", \.detector, .text, "Its label."),
      .init("maeBPM", \.maeBPM, .optional(.number), "Mean absolute error there; null without an estimate."),
      .init(
        "coverage", \.coverage, .optional(.share),
        "Answered windows over those with a reference; null as maeBPM."
      ),
      .init(
        "seen", \.seen, .optional(.boolean),
        "Whether it is stated to have been tuned on recordings there; null: it is not, and not all of its stages state what they were tuned on."
      ))
  }

  package struct Choice: Equatable, Sendable {
    package let scenario, dataset: String
    package let othersMAEBPM: Double
    package let chosen: Result
    package let best: Result?

    static let form = JSONForm<Choice>.object(
      "a choice", Choice.init,
      .init("scenario", \.scenario, .text, "Label of the scenario."),
      .init("dataset", \.dataset, .text, "The data set left out."),
      .init(
        "othersMAEBPM", \.othersMAEBPM, .number,
        "Of the chosen detector: mean over the other data sets of its mean absolute errors."),
      .init(
        "chosen", \.chosen, Result.form, "The detector with the smallest such mean, on the data set left out."
      ),
      .init("best", \.best, .optional(Result.form), "The detector with the smallest error there."))
  }

  package struct Tried: Equatable, Sendable {
    package let scenario: String
    package let answers: Int
    package let brier, recalibratedBrier: Double
    package let sureAnswers, sureRight, recalibratedSureAnswers, recalibratedSureRight: Int

    static let form = JSONForm<Tried>.object(
      "a trial", Tried.init,
      .init("scenario", \.scenario, .text, "Label of the scenario."),
      .init("answers", \.answers, .count, "Answers with a confidence on the data set left out."),
      .init("brier", \.brier, .number, "Brier score of the confidence as the detector has it."),
      .init("recalibratedBrier", \.recalibratedBrier, .number, "The same of the recalibrated one."),
      .init("sureAnswers", \.sureAnswers, .count, "Answers at 0.9 or above, as the detector has it."),
      .init("sureRight", \.sureRight, .count, "Right ones of these."),
      .init(
        "recalibratedSureAnswers", \.recalibratedSureAnswers, .count, "Answers recalibrated to 0.9 or above."),
      .init("recalibratedSureRight", \.recalibratedSureRight, .count, "Right ones of these."))
  }

  package struct Confidence: Equatable, Sendable {
    package let detector, dataset: String
    package let seen: Bool?
    package let fittedAnswers: Int
    package let sureFrom: Double?
    package let tried: [Tried]

    static let form = JSONForm<Confidence>.object(
      "a recalibrated confidence", Confidence.init,
      .init("detector", \.detector, .text, "Label of the detector."),
      .init("dataset", \.dataset, .text, "The data set left out."),
      .init(
        "seen", \.seen, .optional(.boolean),
        "Whether the detector is stated to have been tuned on recordings there; null as elsewhere."),
      .init(
        "fittedAnswers", \.fittedAnswers, .count,
        "Answers of the other data sets, in all scenarios, that the map was fitted on."),
      .init(
        "sureFrom", \.sureFrom, .optional(.number),
        "The least confidence that is recalibrated to 0.9; null where none is."),
      .init("tried", \.tried, .list(Tried.form), "By scenario."))
  }
}

extension StoredDiagnosis {
  /// Comparison of the confidence with the share of right answers.
  package struct Reliability: Equatable, Sendable {
    package let stated: Bool
    package let withinBPM: Double
    package let withinPercent: Double?
    package let groups: [Group]

    static let form = JSONForm<Reliability>.object(
      "the reliability", Reliability.init,
      .init(
        "stated", \.stated, .boolean,
        "Whether the detector states that its confidence is the chance of being right."),
      .init("withinBPM", \.withinBPM, .number, "When an answer is right: within so many bpm."),
      .init(
        "withinPercent", \.withinPercent, .optional(.number), "Or within this per cent of the reference."),
      .init(
        "groups", \.groups, .list(Group.form),
        "All answers first; then those of each data set, where there are several."))

    package struct Group: Equatable, Sendable {
      package let dataset: String?
      package let answers: Int
      package let meanConfidence, rightShare, brier, calibrationError: Double
      package let sureAnswers, sureRight: Int
      package let binAnswers: [Int]
      package let binConfidence, binRightShare: [Double?]

      static let form = JSONForm<Group>.object(
        "a group of answers", Group.init,
        .init("dataset", \.dataset, .optional(.text), "Its data set; null: all."),
        .init("answers", \.answers, .count, "Windows with reference, estimate and confidence."),
        .init("meanConfidence", \.meanConfidence, .share, "Over these."),
        .init("rightShare", \.rightShare, .share, "Right ones of these."),
        .init(
          "brier", \.brier, .share, "Mean square of confidence minus 1 or 0, for a right or a wrong answer."),
        .init(
          "calibrationError", \.calibrationError, .share,
          "Mean distance of confidence from the share of right answers, over the bins."),
        .init("sureAnswers", \.sureAnswers, .count, "Answers at 0.9 or above."),
        .init("sureRight", \.sureRight, .count, "Right ones of these."),
        .init(
          "binAnswers", \.binAnswers, .list(.count),
          "Answers by confidence: ten bins of a tenth each, the least sure first."),
        .init(
          "binConfidence", \.binConfidence, .list(.optional(.share)),
          "Mean of each bin; null without an answer."),
        .init(
          "binRightShare", \.binRightShare, .list(.optional(.share)),
          "Right answers of each bin; null without an answer."))
    }
  }
}

extension RowReliability {
  func stored(_ plan: RunPlan) -> StoredDiagnosis.Reliability {
    .init(
      stated: isStated, withinBPM: tolerance.withinBPM, withinPercent: tolerance.withinPercent,
      groups: [all.stored(nil)] + ofDatasets.map { $1.stored(plan.datasets[$0].name) })
  }
}

extension Reliability {
  fileprivate func stored(_ dataset: String?) -> StoredDiagnosis.Reliability.Group {
    .init(
      dataset: dataset, answers: count, meanConfidence: meanConfidence, rightShare: rightShare, brier: brier,
      calibrationError: calibrationError, sureAnswers: sure.count, sureRight: sure.right,
      binAnswers: bins.map(\.count), binConfidence: bins.map(\.meanConfidence),
      binRightShare: bins.map(\.rightShare))
  }
}

extension LeaveOneOut {
  func stored(_ plan: RunPlan) -> StoredLeaveOneOut {
    func result(_ detector: Int, _ found: Result?, _ dataset: Int) -> StoredLeaveOneOut.Result {
      .init(
        detector: plan.detectors[detector].label, maeBPM: found?.maeBPM, coverage: found?.coverage,
        seen: plan.hasSeen(detector, dataset: dataset))
    }
    return .init(
      choices: choices.map { choice in
        .init(
          scenario: plan.scenarios[choice.scenario].label, dataset: plan.datasets[choice.dataset].name,
          othersMAEBPM: choice.othersMAEBPM,
          chosen: result(choice.chosenDetector, choice.chosen, choice.dataset),
          best: choice.best.map { result($0.detector, $0, choice.dataset) })
      },
      confidences: recalibrations.map { one in
        .init(
          detector: plan.detectors[one.detector].label, dataset: plan.datasets[one.dataset].name,
          seen: plan.hasSeen(one.detector, dataset: one.dataset), fittedAnswers: one.fittedAnswers,
          sureFrom: one.sureFrom,
          tried: one.tried.map {
            .init(
              scenario: plan.scenarios[$0.scenario].label, answers: $0.answers, brier: $0.brier,
              recalibratedBrier: $0.recalibratedBrier, sureAnswers: $0.sure.count, sureRight: $0.sure.right,
              recalibratedSureAnswers: $0.recalibratedSure.count,
              recalibratedSureRight: $0.recalibratedSure.right)
          })
      })
  }
}
