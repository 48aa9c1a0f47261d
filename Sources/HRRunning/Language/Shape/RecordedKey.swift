internal import HRSupport
internal import HRSignals

/// Keys of recorded output, and of the rule for its readings that count.
enum RecordedKey {
  /// Estimates, instead of a detector's.
  static let estimates = JSONKey("recorded", .text, required: true, "File of recorded output; \(filledIn)")
  /// A pulse wave, instead of an extractor's.
  static let trace = JSONKey(
    "recordedTrace", .text,
    "File of a pulse wave that another program made, in the extractor's place; \(filledIn)")
  static let manifest = JSONKey(
    "manifest", .text,
    "Beside recorded output: the manifest.json of the trials that it answers. What is of other samples than the run's fails."
  )
  static let rangeBPM = JSONKey(
    "rangeBPM", .node(.list(.number(0...10_000), atLeast: 2)),
    "Lowest and highest rate the program can give; a rate outside counts as failed. Left out: "
      + Measurand.allCases.map { measurand in
        let range = measurand.conceivablePerMinute
        return "\(shortest(range.lowerBound)) to \(shortest(range.upperBound)) \(measurand.events)"
      }.joined(separator: ", ") + " per minute.")
  static let stable = JSONKey(
    "stable", .choice, fallback: RecordedRule.standard.stable,
    "any: readings not marked stable are scored like the others; only: a window's estimate is its latest stable reading."
  )
  static let strict = JSONKey(
    "strict", .choice, fallback: RecordedRule.standard.strict,
    "Of spot mode. prefer: the one strict value of a measurement where it is given, else its series; only: it or nothing; never: the series."
  )
  static let minimumConfidence = JSONKey(
    "minimumConfidence", .share, fallback: RecordedRule.standard.minimumConfidence,
    "A reading of the series with a lower confidence, or with none, is no estimate; 0 asks for none.")

  private static let filledIn = "{recording}, {subject}, {dataset}, {scenario} and {repeat} are filled in."

  static let fields = [
    estimates.field, rangeBPM.field, stable.field, strict.field, minimumConfidence.field,
  ]
}
