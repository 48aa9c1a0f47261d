internal import HRSupport

/// The key `split`: the recordings that are kept for the test.
enum SplitShape {
  /// Unit that is never divided.
  enum Unit: String, CaseIterable {
    case subject, recording
  }

  static let field = ObjectShape.Field(
    "split",
    .object(
      "\"split\"",
      [
        .init("by", .choice(of: Unit.self), "What stays together; with testShare."),
        .init(
          "testShare", .number(0...1),
          "Chance of each subject or recording to be in the test part; it hangs on its name and the seed alone."
        ),
        .init(
          "seed", .integer(0...9_007_199_254_740_991), fallback: "0", "Draws anew which are in the test part."
        ),
        .init(
          "test", .list(.string, atLeast: 1),
          "Instead: recordings of the test part, as recording or data set/recording, with * and ?."),
      ]),
    "Keeps recordings back: run uses the development part, and run --final the test part alone.")
}
