internal import HRRunning
internal import HRSupport
internal import HRStatistics

/// A part of an evaluation, with the plan that its numbers refer to.
struct InPlan<Part: Sendable>: Sendable {
  let plan: RunPlan
  let part: Part
}

extension InPlan<RowDiagnosis> {
  /// Form of the details behind a row's averages; ``RowDiagnosis`` states when a part is `nil`.
  static var form: JSONForm<Self> {
    .written(
      "the diagnosis",
      .init("anatomy", \.part.anatomy, .optional(ErrorAnatomy.form), "Anatomy of the errors."),
      .init(
        "ownChance", \.part.ownChance, .optional(Nulls.form),
        "Errors of guesses without the signal, on the windows that the detector answered."),
      .init(
        "lattice", \.part.lattice, .optional(Lattice.form),
        "Step of the estimates, where they are quantised."),
      .init(
        "riskCoverage", \.part.riskCoverage, .optional(RiskCoverage.form),
        "Error over coverage, surest answers first."),
      .init(
        "lagCurve", \.part.lagCurve, .optional(LagCurve.form),
        "Error if estimates were compared with the reference at other times."),
      .init(
        "atDelay", ifAny: \.part.atDelay, DelayedErrors.form,
        "Errors at the delay that the detector states, beside the plain ones on the same windows; absent where it states none. No other figure is shifted."
      ),
      .init("beats", \.beats, .optional(InPlan<BeatDiagnosis>.form), "How single beats were found."),
      .init(
        "otherReferences", \.part.otherReferences, .optional(OtherReferences.form),
        "Errors against each of the detectors behind the reference; null where none is made by several."),
      .init(
        "reliability", \.reliability, .optional(InPlan<RowReliability>.form),
        "Confidence compared with the share of right answers; null where no answer has a confidence from 0 to 1."
      ),
      .init(
        "hrv", ifAny: \.part.variability, VariabilityDiagnosis.form,
        "Details of a figure of heart-rate variability."))
  }

  var beats: InPlan<BeatDiagnosis>? { part.beats.map { .init(plan: plan, part: $0) } }
  var reliability: InPlan<RowReliability>? { part.reliability.map { .init(plan: plan, part: $0) } }
}

extension OtherReferences {
  static let form = JSONForm<Self>.written(
    "other references",
    .init(
      "agreedWindows", \.agreed.windows, .count,
      "Windows with an estimate and with a reference that several detectors make."),
    .init("agreedMAEBPM", \.agreed.maeBPM, .optional(.number), "Mean absolute error there."),
    .init("detectors", \.single, .list(Single.form), "Each of these detectors as the reference alone."))
}

extension OtherReferences.Single {
  static let form = JSONForm<Self>.written(
    "a detector as the reference",
    .init("name", \.name, .text, "The detector behind the reference."),
    .init("windows", \.all.windows, .count, "Windows with an estimate in which it has a rate."),
    .init("maeBPM", \.all.maeBPM, .optional(.number), "Mean absolute difference of the two there."),
    .init("keptWindows", \.kept.windows, .count, "Of these, windows that have a reference."),
    .init("keptMAEBPM", \.kept.maeBPM, .optional(.number), "The mean over these."),
    .init(
      "disputedWindows", \.disputed.windows, .count,
      "Of these, windows without a reference because the detectors disagree."),
    .init("disputedMAEBPM", \.disputed.maeBPM, .optional(.number), "The mean over these."))
}

extension Nulls {
  static let form = JSONForm<Self>.written(
    "chance on the windows that the detector answered",
    .init(
      "othersMeanMAEBPM", \.othersMeanMAEBPM, .optional(.number),
      "Error of saying the mean reference of the other clusters' windows that it answered."),
    .init(
      "constantMAEBPM", \.constantMAEBPM, .optional(.number),
      "Error of always saying the scenario's constantBPM."),
    .init(
      "holdLastMAEBPM", \.holdLastMAEBPM, .optional(.number),
      "Error of the previous window's reference, which the detector need not have answered."),
    .init("holdLastWindows", \.holdLastCount, .count, "Answered windows that have such an earlier one."))
}

extension ErrorRuns {
  static let form = JSONForm<Self>.written(
    "runs of large errors",
    .init("count", \.count, .count, "How many."),
    .init("longest", \.longest, .optional(.count), "Windows."),
    .init("meanLength", \.meanLength, .optional(.number), "Windows."))
}

extension ErrorAnatomy {
  static let form = JSONForm<Self>.written(
    "the anatomy",
    .init("halfShare", \.halfShare, .share, "Estimates near half the reference."),
    .init("twoThirdsShare", \.twoThirdsShare, .share, "Near two thirds of it."),
    .init("threeHalvesShare", \.threeHalvesShare, .share, "Near three halves of it."),
    .init("doubleShare", \.doubleShare, .share, "Near twice it."),
    .init(
      "cadenceShare", \.cadenceShare, .optional(.share),
      "Wrong and near the cadence; null without an accelerometer."),
    .init("bandEdgeShare", \.bandEdgeShare, .share, "At the row's own smallest or largest rate."),
    .init("stuckShare", \.stuckShare, .share, "In runs of equal estimates while the reference moved."),
    .init("exactZeroShare", \.exactZeroShare, .share, "Equal to the reference."),
    .init("runsOver5BPM", \.runsOver5BPM, ErrorRuns.form, "Consecutive windows off by more than 5 bpm."),
    .init("runsOver10BPM", \.runsOver10BPM, ErrorRuns.form, "By more than 10 bpm."),
    .init(
      "timeToFirstReadingSeconds", \.timeToFirstReadingSeconds, .optional(.number),
      "Median over recordings."),
    .init(
      "recoverySeconds", \.recoverySeconds, .optional(.number),
      "Median length of the runs over 10 bpm that end in a good answer."))
}

extension Lattice {
  static let form = JSONForm<Self>.written(
    "the quantisation",
    .init("kind", \.kind, .choice, "What is evenly spaced; few: hardly any values."),
    .init("step", \.step, .number, "In the unit of kind."),
    .init("distinctCount", \.distinctCount, .count, "Different values."),
    .init("count", \.count, .count, "Estimates looked at."))
}

extension RiskCoverage {
  static let form = JSONForm<Self>.written(
    "the risk–coverage curve",
    .init("aurcBPM", \.aurcBPM, .number, "Area under it."),
    .init("optimalAurcBPM", \.optimalAurcBPM, .number, "The same, had confidence known the errors."),
    .init("coverage", \.coverages, .list(.number), "Share of the windows with a reference."),
    .init("maeBPM", \.errorsBPM, .list(.number), "Mean absolute error of these."))

  private var coverages: [Double] { points.map(\.coverage) }
  private var errorsBPM: [Double] { points.map(\.maeBPM) }
}

extension DelayedErrors {
  static let form = JSONForm<Self>.written(
    "errors at the stated delay",
    .init("windows", \.count, .count, "Windows with an estimate and with a reference at both times."),
    .init(
      "shiftSeconds", \.shiftSeconds, .number,
      "How long before the window's middle the reference is, on average: the delay less half a window."),
    .init("plainMAEBPM", \.plainMAEBPM, .number, "Mean absolute error as everywhere else, on these windows."),
    .init("delayedMAEBPM", \.delayedMAEBPM, .number, "The same at the delay."),
    .init("plainBiasBPM", \.plainBiasBPM, .number, "Mean error as everywhere else, on these windows."),
    .init("delayedBiasBPM", \.delayedBiasBPM, .number, "The same at the delay."))
}

extension LagCurve {
  static let form = JSONForm<Self>.written(
    "the lag curve",
    .init("windows", \.count, .count, "Windows used at every lag."),
    .init("bestLagSeconds", \.bestLagSeconds, .number, "Where it is lowest."),
    .init("lagSeconds", \.lagsSeconds, .list(.number), "Positive: the detector lags."),
    .init("maeBPM", \.errorsBPM, .list(.number), "At each lag."))

  private var lagsSeconds: [Double] { points.map(\.lagSeconds) }
  private var errorsBPM: [Double] { points.map(\.maeBPM) }
}

extension InPlan<RowReliability> {
  static var form: JSONForm<Self> {
    .written(
      "the reliability",
      .init(
        "stated", \.part.isStated, .boolean,
        "Whether the detector states that its confidence is the chance of being right."),
      .init("withinBPM", \.part.tolerance.withinBPM, .number, "When an answer is right: within so many bpm."),
      .init(
        "withinPercent", \.part.tolerance.withinPercent, .optional(.number),
        "Or within this per cent of the reference."),
      .init(
        "groups", \.groups, .list(AnswerGroup.form),
        "All answers first; then those of each data set, where there are several."))
  }

  private var groups: [AnswerGroup] {
    [AnswerGroup(dataset: nil, all: part.all)]
      + part.ofDatasets.map { AnswerGroup(dataset: plan.datasets[$0.dataset].name, all: $0.reliability) }
  }
}

/// Answers of a row, of one data set or of all.
private struct AnswerGroup {
  let dataset: String?
  let all: Reliability

  static let form = JSONForm<Self>.written(
    "a group of answers",
    .init("dataset", \.dataset, .optional(.text), "Its data set; null: all."),
    .init("answers", \.all.count, .count, "Windows with reference, estimate and confidence."),
    .init("meanConfidence", \.all.meanConfidence, .share, "Over these."),
    .init("rightShare", \.all.rightShare, .share, "Right ones of these."),
    .init(
      "brier", \.all.brier, .share, "Mean square of confidence minus 1 or 0, for a right or a wrong answer."),
    .init(
      "calibrationError", \.all.calibrationError, .share,
      "Mean distance of confidence from the share of right answers, over the bins."),
    .init("sureAnswers", \.all.sure.count, .count, "Answers at 0.9 or above."),
    .init("sureRight", \.all.sure.right, .count, "Right ones of these."),
    .init(
      "binAnswers", \.binAnswers, .list(.count),
      "Answers by confidence: ten bins of a tenth each, the least sure first."),
    .init(
      "binConfidence", \.binConfidence, .list(.optional(.share)), "Mean of each bin; null without an answer."),
    .init(
      "binRightShare", \.binRightShare, .list(.optional(.share)),
      "Right answers of each bin; null without an answer."))

  private var binAnswers: [Int] { all.bins.map(\.count) }
  private var binConfidence: [Double?] { all.bins.map(\.meanConfidence) }
  private var binRightShare: [Double?] { all.bins.map(\.rightShare) }
}

extension Evaluation.ChanceLevels {
  static let form = JSONForm<Self>.written(
    "the chance levels",
    .init(
      "othersMeanMAEBPM", \.othersMeanMAEBPM, .optional(.number),
      "Error of saying the mean reference of the other clusters."),
    .init(
      "constantBPM", ifAny: \.constantBPM, .number,
      "A rate that knows nothing; left out of heart-rate variability."),
    .init("constantMAEBPM", \.constantMAEBPM, .optional(.number), "Error of always saying it."),
    .init(
      "holdLastMAEBPM", \.holdLastMAEBPM, .optional(.number),
      "Error of the previous window's reference."),
    .init("holdLastWindows", \.holdLastWindows, .count, "Windows that have such a previous one."),
    .init(
      "floorMAEBPM", \.floorMAEBPM, .optional(.number),
      "How far apart two of the detectors behind the reference are, in the windows with a reference."),
    .init(
      "floorWindows", \.floorWindows, .count,
      "Windows with a reference in which two or more of them have a rate."),
    .init(
      "floorUnselectedMAEBPM", \.floorUnselectedMAEBPM, .optional(.number),
      "The same in the windows without a reference too."),
    .init(
      "floorUnselectedWindows", \.floorUnselectedWindows, .count,
      "Windows in which two or more of them have a rate."))
}
