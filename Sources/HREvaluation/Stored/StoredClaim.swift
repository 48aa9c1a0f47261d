package import HRRunning
internal import HRSupport

/// The verdict on a published sentence, as `results.json` has it.
package struct StoredClaim: Equatable, Sendable {
  package let claim, source: String
  package let verdict: ClaimVerdict.Word
  package let level: Double
  package let figures: [Figure]

  static let form = JSONForm<StoredClaim>.object(
    "a claim", StoredClaim.init,
    .init("claim", \.claim, .text, "The sentence."),
    .init("source", \.source, .text, "Who says so."),
    .init("verdict", \.verdict, .choice, "Of all figures together."),
    .init("level", \.level, .share, "Of every interval."),
    .init("figures", \.figures, .list(Figure.form), "One per condition and group."))

  package struct Figure: Equatable, Sendable {
    package let scenario, detector: String
    package let metric: ClaimMetric
    package let atLeast, atMost: Double?
    package let lessThan, moreThan: Other?
    package let by, group: String?
    package let value, low, high: Double?
    package let windows: Int
    package let otherWindows: Int?
    package let clusters: Int
    package let verdict: ClaimVerdict.Word

    static let form = JSONForm<Figure>.object(
      "a figure of a claim", Figure.init,
      .init("scenario", \.scenario, .text, "Label of the scenario."),
      .init("detector", \.detector, .text, "Label of the detector."),
      .init("metric", \.metric, .choice, "Which figure."),
      .init("atLeast", ifAny: \.atLeast, .number, "The least it may be."),
      .init("atMost", ifAny: \.atMost, .number, "The most it may be."),
      .init("lessThan", ifAny: \.lessThan, Other.form, "The row whose figure it must be less than."),
      .init("moreThan", ifAny: \.moreThan, Other.form, "The row whose figure it must be more than."),
      .init("by", \.by, .optional(.text), "The stratum; null: all recordings."),
      .init("group", \.group, .optional(.text), "Its group."),
      .init(
        "value", \.value, .optional(.number),
        "The figure; of two rows the mean over clusters of their differences."),
      .init("low", \.low, .optional(.number), "Lower end of its interval."),
      .init("high", \.high, .optional(.number), "Upper end of its interval."),
      .init("windows", \.windows, .count, "Windows it is made of."),
      .init("otherWindows", \.otherWindows, .optional(.count), "Of the other row, where it has its own."),
      .init("clusters", \.clusters, .count, "Subjects or recordings."),
      .init("verdict", \.verdict, .choice, "What the interval shows."))
  }

  /// The row that a figure is compared with.
  package struct Other: Equatable, Sendable {
    package let scenario, detector: String
    package let margin: Double
    package let windows: Claim.ComparedWindows

    static let form = JSONForm<Other>.object(
      "another row", Other.init,
      .init("scenario", \.scenario, .text, "Label of the scenario."),
      .init("detector", \.detector, .text, "Label of the detector."),
      .init("margin", \.margin, .number, "Added to its figure."),
      .init("windows", \.windows, .choice, "Whether both have the same windows."))
  }
}
