internal import HRRunning
internal import HRSupport
internal import HRStatistics

extension ClaimVerdict {
  static let form = JSONForm<Self>.written(
    "a claim",
    .init("claim", \.claim.claim, .text, "The sentence."),
    .init("source", \.claim.source, .text, "Who says so."),
    .init(
      "kind", ifAny: \.claim.kind, .choice,
      "quoted: the source says so; presumed: its design rests on it; other: neither; absent: the experiment does not say."
    ),
    .init("verdict", \.word, .choice, "Of all figures together."),
    .init("level", \.level, .share, "Of every interval."),
    .init("figures", \.figures, .list(Figure.form), "One per condition and group."))
}

extension ClaimVerdict.Figure {
  static let form = JSONForm<Self>.written(
    "a figure of a claim",
    .init("scenario", \.condition.row.scenario, .text, "Label of the scenario."),
    .init("detector", \.condition.row.detector, .text, "Label of the detector."),
    .init("metric", \.condition.metric, .choice, "Which figure."),
    .init("atLeast", ifAny: \.condition.demand.least, .number, "The least it may be."),
    .init("atMost", ifAny: \.condition.demand.most, .number, "The most it may be."),
    .init(
      "lessThan", ifAny: \.condition.demand.upper, ComparedRow.form,
      "The row whose figure it must be less than."),
    .init(
      "moreThan", ifAny: \.condition.demand.lower, ComparedRow.form,
      "The row whose figure it must be more than."),
    .init("by", \.condition.stratum, .optional(.text), "The stratum; null: all recordings."),
    .init("group", \.group, .optional(.text), "Its group."),
    .init(
      "value", \.value, .optional(.number),
      "The figure; of two rows the mean over clusters of their differences."),
    .init("low", \.low, .optional(.number), "Lower end of its interval."),
    .init("high", \.high, .optional(.number), "Upper end of its interval."),
    .init("windows", \.windows, .count, "Windows it is made of."),
    .init("otherWindows", \.otherWindows, .optional(.count), "Of the other row, where it has its own."),
    .init("clusters", \.clusters, .count, "Subjects or recordings."),
    .init(
      "referenceWindows", \.referenceWindows, .count, "Windows of the row with a reference, answered or not."),
    .init(
      "coverage", \.coverage, .optional(.share), "Share of these that the row answered; null without one."),
    .init(
      "otherReferenceWindows", \.otherReferenceWindows, .optional(.count),
      "Of the row that it is compared with; null of one row."),
    .init("otherCoverage", \.otherCoverage, .optional(.share), "Likewise."),
    .init("verdict", \.word, .choice, "What the interval shows."),
    .init(
      "perfect", ifAny: \.unreachable, ClaimReach.form,
      "The best figure that is possible, where even that would not hold."))

  private var unreachable: ClaimReach? { reach.flatMap { $0.canHold ? nil : $0 } }
  private var referenceWindows: Int { own?.referenceWindows ?? 0 }
  private var coverage: Double? { own?.coverage }
  private var otherReferenceWindows: Int? { other?.referenceWindows }
  private var otherCoverage: Double? { other?.coverage }
  private var low: Double? { interval?.low }
  private var high: Double? { interval?.high }
}

extension ClaimReach {
  static let form = JSONForm<Self>.written(
    "the best figure",
    .init("low", \.low, .optional(.number), "Lower end of its interval; null with fewer than 5 clusters."),
    .init("high", \.high, .optional(.number), "Upper end."),
    .init("clusters", \.clusters, .count, "Subjects or recordings with a reference."),
    .init(
      "needed", \.needed, .optional(.count),
      "How many, with equally many windows, it takes to hold; null where no number does."))

  private var low: Double? { best?.low }
  private var high: Double? { best?.high }
}

extension Claim.Demand {
  fileprivate var least: Double? { if case .atLeast(let bound) = self { bound } else { nil } }
  fileprivate var most: Double? { if case .atMost(let bound) = self { bound } else { nil } }

  fileprivate var upper: ComparedRow? {
    guard case .lessThan(let row, let margin, let windows) = self else { return nil }
    return ComparedRow(row: row, margin: margin, windows: windows)
  }

  fileprivate var lower: ComparedRow? {
    guard case .moreThan(let row, let margin, let windows) = self else { return nil }
    return ComparedRow(row: row, margin: margin, windows: windows)
  }
}

/// The row that a figure is compared with.
private struct ComparedRow {
  let row: Claim.Row
  let margin: Double
  let windows: Claim.ComparedWindows

  static let form = JSONForm<Self>.written(
    "another row",
    .init("scenario", \.row.scenario, .text, "Label of the scenario."),
    .init("detector", \.row.detector, .text, "Label of the detector."),
    .init("margin", \.margin, .number, "Added to its figure."),
    .init("windows", \.windows, .choice, "Whether both have the same windows."),
    .init("group", ifAny: \.row.group, .text, "Its group, where that is another."))
}
