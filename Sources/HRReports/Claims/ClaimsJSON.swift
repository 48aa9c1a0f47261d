internal import HREvaluation
internal import HRResults
internal import HRDiagnostics

/// `claims` of `results.json`, and their form.
enum ClaimsJSON {
  static func members(_ verdicts: [ClaimVerdict]) -> [(key: String, value: JSONText)] {
    guard !verdicts.isEmpty else { return [] }
    return [("claims", .array(verdicts.map(claim)))]
  }

  private static func claim(_ verdict: ClaimVerdict) -> JSONText {
    .object([
      ("claim", .string(verdict.claim.claim)), ("source", .string(verdict.claim.source)),
      ("verdict", .string(verdict.word.rawValue)), ("level", .number(verdict.level)),
      ("figures", .array(verdict.figures.map(figure))),
    ])
  }

  private static func figure(_ figure: ClaimVerdict.Figure) -> JSONText {
    let condition = figure.condition
    var members: [(key: String, value: JSONText)] = [
      ("scenario", .string(condition.row.scenario)), ("detector", .string(condition.row.detector)),
      ("metric", .string(condition.metric.rawValue)),
    ]
    switch condition.demand {
    case .atLeast(let bound): members.append(("atLeast", .number(bound)))
    case .atMost(let bound): members.append(("atMost", .number(bound)))
    case .lessThan(let row, let margin, let windows):
      members.append(("lessThan", other(row, margin, windows)))
    case .moreThan(let row, let margin, let windows):
      members.append(("moreThan", other(row, margin, windows)))
    }
    return .object(
      members + [
        ("by", .optional(condition.stratum)), ("group", .optional(figure.group)),
        ("value", .optional(figure.value)), ("low", .optional(figure.interval?.low)),
        ("high", .optional(figure.interval?.high)), ("windows", .integer(figure.windows)),
        ("otherWindows", figure.otherWindows.map { .integer($0) } ?? .null),
        ("clusters", .integer(figure.clusters)), ("verdict", .string(figure.word.rawValue)),
      ])
  }

  private static func other(
    _ row: Claim.Row, _ margin: Double, _ windows: Claim.ComparedWindows
  ) -> JSONText {
    .object([
      ("scenario", .string(row.scenario)), ("detector", .string(row.detector)), ("margin", .number(margin)),
      ("windows", .string(windows.rawValue)),
    ])
  }

  // MARK: Form

  static let field = ObjectShape.Field(
    "claims", .list(.object(claimShape)),
    "What the run says of published sentences, where it puts some on trial.")

  private static let verdicts = Shape.choice(ClaimVerdict.Word.allCases.map(\.rawValue))
  private static let count = ResultsShape.count

  private static let claimShape = ObjectShape(
    "a claim",
    [
      .init("claim", .string, required: true, "The sentence."),
      .init("source", .string, required: true, "Who says so."),
      .init("verdict", verdicts, required: true, "Of all figures together."),
      .init("level", .number(0...1), required: true, "Of every interval."),
      .init("figures", .list(.object(figureShape)), required: true, "One per condition and group."),
    ])

  private static let figureShape = ObjectShape(
    "a figure of a claim",
    [
      .init("scenario", .string, required: true, "Label of the scenario."),
      .init("detector", .string, required: true, "Label of the detector."),
      .init("metric", .choice(ClaimMetric.allCases.map(\.rawValue)), required: true, "Which figure."),
      .init("atLeast", .number(nil), "The least it may be."),
      .init("atMost", .number(nil), "The most it may be."),
      .init("lessThan", .object(otherShape), "The row whose figure it must be less than."),
      .init("moreThan", .object(otherShape), "The row whose figure it must be more than."),
      .init("by", .optional(.string), required: true, "The stratum; null: all recordings."),
      .init("group", .optional(.string), required: true, "Its group."),
      .init(
        "value", .optional(.number(nil)), required: true,
        "The figure; of two rows the mean over clusters of their differences."),
      .init("low", .optional(.number(nil)), required: true, "Lower end of its interval."),
      .init("high", .optional(.number(nil)), required: true, "Upper end of its interval."),
      .init("windows", count, required: true, "Windows it is made of."),
      .init("otherWindows", .optional(count), required: true, "Of the other row, where it has its own."),
      .init("clusters", count, required: true, "Subjects or recordings."),
      .init("verdict", verdicts, required: true, "What the interval shows."),
    ])

  private static let otherShape = ObjectShape(
    "another row",
    [
      .init("scenario", .string, required: true, "Label of the scenario."),
      .init("detector", .string, required: true, "Label of the detector."),
      .init("margin", .number(nil), required: true, "Added to its figure."),
      .init(
        "windows", .choice(Claim.ComparedWindows.allCases.map(\.rawValue)), required: true,
        "Whether both have the same windows."),
    ])
}
