internal import HRStatistics
internal import HRSupport

extension VariabilityDiagnosis {
  static let form = JSONForm<Self>.written(
    "details of heart-rate variability",
    .init(
      "ratio", \.ratio, .optional(RatioAgreement.form),
      "Estimate over reference, where both are above 0; null with fewer than two such windows."),
    .init("zeroPairs", \.zeroPairs, .count, "Windows in which one of the two is 0, which have no ratio."),
    .init(
      "spreadGrows", \.spreadGrows, .optional(.boolean),
      "Whether doubling the value adds half of the errors' standard deviation or more: the ratio then describes them better."
    ),
    .init(
      "correctedShare", \.correctedShare, .share,
      "Share of the detector's intervals that the artefact policy changed, mean over windows."),
    .init("referenceCorrectedShare", \.referenceCorrectedShare, .share, "The same of the reference's."),
    .init(
      "errorParts", \.parts, .optional(ErrorParts.form),
      "What extra beats, missed beats and the times of beats add to the mean error."))
}

extension VariabilityDiagnosis.RatioAgreement {
  static let form = JSONForm<Self>.written(
    "a ratio",
    .init("windows", \.pairs, .count, "Windows with a ratio."),
    .init("ratio", \.ratio, .number, "Geometric mean."),
    .init("interval", \.intervalEnds, .optional(.list(.number)), "95 %, over clusters."),
    .init("limits", \.limitEnds, .optional(.list(.number)), "Limits of agreement."),
    .init("lowerInterval", \.lowerEnds, .optional(.list(.number)), "95 % interval of the lower limit."),
    .init("upperInterval", \.upperEnds, .optional(.list(.number)), "95 % interval of the upper limit."))

  private var intervalEnds: [Double]? { interval.map { [$0.low, $0.high] } }
  private var limitEnds: [Double]? { limits.map { [$0.low, $0.high] } }
  private var lowerEnds: [Double]? { lower.map { [$0.low, $0.high] } }
  private var upperEnds: [Double]? { upper.map { [$0.low, $0.high] } }
}

extension VariabilityDiagnosis.ErrorParts {
  static let form = JSONForm<Self>.written(
    "parts of an error",
    .init("windows", \.windows, .count, "Windows whose beats could be repaired."),
    .init("extraBeats", \.extra, .number, "Mean error that beats cause which are none of the reference's."),
    .init("missedBeats", \.missed, .number, "Mean error that missed beats cause."),
    .init("timing", \.timing, .number, "Mean error with every beat found: that of their times."),
    .init("mae", \.absolute, .number, "Mean absolute error of these windows."),
    .init("maeOfTiming", \.absoluteOfTiming, .number, "The same with every beat found."))
}
