internal import HRSupport

/// The form of `claims` in an experiment.
enum ClaimShape {
  static let field = ObjectShape.Field(
    "claims", .list(claim, atLeast: 1),
    "Published sentences and the figures that would make them true; the report and `hreval claims` say whether they are."
  )

  private static let claim = Shape.object(
    "a claim",
    [
      .init("claim", .string, required: true, "The sentence, in your own words."),
      .init("source", .string, required: true, "Who says so, and where."),
      .init("holdsWhen", .list(condition, atLeast: 1), required: true, "It holds where all of these do."),
    ])

  private static let condition = Shape.object(
    "a condition of a claim",
    [
      .init("detector", .string, required: true, "Label of the detector."),
      .init("scenario", .string, "Label of the scenario; may be left out where there is one."),
      .init("metric", .choice(of: ClaimMetric.self), required: true, "The figure: a mean over windows."),
      .init("atLeast", .number(nil), "The least it may be; shares go from 0 to 1."),
      .init("atMost", .number(nil), "The most it may be."),
      .init("lessThan", row, "The row whose figure it must be less than."),
      .init("moreThan", row, "The row whose figure it must be more than."),
      .init(
        "margin", .number(nil), fallback: "0",
        "What is added to the other row's figure before the two are held against each other."),
      .init(
        "windows", .choice(of: Claim.ComparedWindows.self),
        "Of two rows. common: the windows both have (standard within one scenario); own: each row's own."),
      .init(
        "by", .string,
        "A stratum, in each group of which it must hold; \"dataset\" when left out and there are several."),
    ])

  private static let row = Shape.object(
    "another row",
    [
      .init("detector", .string, "Label of its detector; the same when left out."),
      .init("scenario", .string, "Label of its scenario; the same when left out."),
    ])
}
