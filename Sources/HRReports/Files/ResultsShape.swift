internal import HRPlugins
internal import HRResults
internal import HRSignals
internal import HRNumerics
package import HRDiagnostics
internal import HRStatistics

/// The form of `results.json`, for `hreval schema results`; a test holds written results against it.
package enum ResultsShape {
  package static let shape = Shape.object(
    ObjectShape(
      "the results",
      [
        .init("format", .choice(["hreval-results"]), required: true, "Tells the file from others."),
        .init(
          "version", .integer(FormatVersion.results...FormatVersion.results), required: true,
          "Version of this format."),
        .init("hreval", .string, required: true, "Version of the program."),
      ] + planFields + [
        .init("definitions", .object(definitions), required: true, "What the figures mean."),
        .init("recordings", .list(.object(recording)), required: true, "What was found of each recording."),
        .init(
          "yardsticks", .map(DiagnosisShape.chanceLevels), required: true,
          "Chance levels and reference floor, by scenario."),
        .init("results", .list(.object(row)), required: true, "One per scenario and detector."),
        .init(
          "strata", groups("a stratum", "Name of the metadatum, or dataset."), required: true,
          "The same for groups of recordings."),
        ClaimsJSON.field,
        .init(
          "words", groups("a word", "The kind of word."),
          "The same for windows by what the detector said of them, where the experiment asks for it."),
      ]))

  private static func groups(_ name: String, _ kind: String) -> Shape {
    .list(
      .object(
        ObjectShape(
          name,
          [
            .init("name", .string, required: true, kind),
            .init("value", .string, required: true, "Its value."),
            .init("results", .list(.object(row)), required: true, "As above, on this group alone."),
          ])))
  }

  static let count = Shape.integer(0...9_007_199_254_740_991)
  private static let texts = Shape.list(.string)

  private static let planFields: [ObjectShape.Field] = [
    .init("name", .string, required: true, "The experiment's name."),
    .init("description", .optional(.string), required: true, "The experiment's description."),
    .init(
      "seed", .either([count, .string]), required: true,
      "The experiment's seed; as text when it is very large."),
    .init("measurand", .string, required: true, "heartRate or breathingRate: what bpm counts."),
    .init("mode", .string, required: true, "continuous or spot."),
    .init("windows", .object(windows), required: true, "How recordings were cut."),
    .init("tolerance", .object(tolerance), required: true, "When an estimate counted as right."),
    .init("beats", .object(beats), required: true, "When a detected beat counted as one of the reference's."),
    .init("datasets", .list(.object(dataset)), required: true, "Where the recordings came from."),
    .init("cadence", .boolean, required: true, "Whether the accelerometer was read for the cadence alone."),
    .init(
      "baseline", .optional(.string), required: true, "Label of the detector the others are compared with."),
    .init("qualities", .list(.object(quality)), required: true, "Quality indices written to qualities.csv."),
    .init("scenarios", .list(.object(scenario)), required: true, "What was done to them."),
    .init("detectors", .list(.object(detector)), required: true, "What was on trial, with all parameters."),
  ]

  private static let windows = ObjectShape(
    "\"windows\"",
    [
      .init(
        "windowSeconds", .optional(.number(nil)), required: true,
        "null: the whole recording, or several lengths, as the scenarios say."),
      .init("hopSeconds", .number(nil), required: true, "From one window's start to the next."),
      .init(
        "startSeconds", .optional(.number(nil)), required: true,
        "How long after the first sample the first window starts; null where scenarios differ in length or start."
      ),
      .init(
        "tries", .integer(1...10), required: true,
        "How many measurements are made, of which the surest counts."),
      .init("described", .string, required: true, "The same in words."),
    ])

  private static let tolerance = ObjectShape(
    "\"tolerance\"",
    [
      .init("withinBPM", .number(nil), required: true, "Beats per minute."),
      .init("withinPercent", .optional(.number(nil)), required: true, "Percent of the reference."),
    ])

  private static let beats = ObjectShape(
    "\"beats\"",
    [
      .init("toleranceSeconds", .number(nil), required: true, "Furthest the two may be apart."),
      .init("lagSeconds", .number(nil), required: true, "How much later than the reference's beats."),
    ])

  private static let dataset = ObjectShape(
    "a data set",
    [
      .init("name", .string, required: true, "Its name."),
      .init("reference", .string, required: true, "The reference that was used."),
      .init("citation", .optional(.string), required: true, "What to cite."),
      .init("license", .optional(.string), required: true, "Its licence."),
      .init("descriptorSHA256", .optional(.string), required: true, "SHA-256 of its descriptor."),
    ])

  private static let parameters = Shape.map(.either([.number(nil), .string]))

  private static let stage = ObjectShape(
    "a stage",
    [
      .init("definition", .string, required: true, "Name and version: fft@1."),
      .init("parameters", parameters, required: true, "Every parameter with its value."),
    ])

  private static let quality = ObjectShape(
    "a quality index",
    [
      .init("label", .string, required: true, "Name in the file."),
      .init("extractors", texts, required: true, "In the order they are tried."),
      .init("quality", .object(stage), required: true, "The index itself."),
    ])

  private static let scenario = ObjectShape(
    "a scenario",
    [
      .init("label", .string, required: true, "Name in the tables."),
      .init("family", .string, required: true, "The label before swept values were filled in."),
      .init("swept", parameters, required: true, "Values of the sweep."),
      .init("repeats", count, required: true, "Independent draws of the noise."),
      .init("steps", .list(.object(stage)), required: true, "Scenario plugins, in order."),
      .init("untouched", texts, required: true, "Data sets in which it damages no channel that is read."),
      .init(
        "windows", .optional(.string), required: true,
        "How recordings are cut in it, where scenarios differ in that; null: as \"windows\" of the run says."),
    ])

  private static let detector = ObjectShape(
    "a detector",
    [
      .init("label", .string, required: true, "Name in the tables."),
      .init("extractors", texts, required: true, "In the order they are tried."),
      .init(
        "recordedTrace", .optional(.object(stage)), required: true,
        "The pulse wave of another program in the place of an extractor's: from which files; null: none."),
      .init("filters", .list(.object(stage)), required: true, "In order."),
      .init("detector", .object(stage), required: true, "The detector itself."),
      .init("baseline", .optional(.string), required: true, "Label of what it is compared with, if its own."),
      .init(
        "beatLagSeconds", .number(nil), required: true,
        "How much later than the reference's beats its own are meant to come."),
      .init(
        "acceptWhen", .list(.object(stage)), required: true,
        "What the quality of a window had to be: the index, its parameters, its bounds."),
      .init(
        "confidenceFrom", .optional(.object(stage)), required: true,
        "The quality index in the place of the detector's own confidence."),
      .init(
        "scenarios", .optional(texts), required: true,
        "Labels of the only scenarios in which it has rows; null: all."),
      .init(
        "rangeBPM", .optional(.list(.optional(.number(nil)), atLeast: 2)), required: true,
        "The lowest and highest rate it declares, null for no upper bound; null where it declares nothing."),
    ])

  private static let definitions = ObjectShape(
    "\"definitions\"",
    [
      .init("windows", .string, required: true, "How recordings are cut."),
      .init("reference", .string, required: true, "How a window's reference is made."),
      .init("clusters", .string, required: true, "What counts as independent."),
      .init("intervals", .string, required: true, "What the intervals are."),
      .init(
        "metrics",
        .map(
          .object(
            ObjectShape(
              "a metric",
              [
                .init("definition", .string, required: true, "Name and version."),
                .init("unit", .string, required: true, "Its unit; empty for none."),
                .init("summary", .string, required: true, "What it is."),
                .init("source", .string, required: true, "Where it comes from."),
              ]))), required: true, "By name."),
    ])

  private static let recording = ObjectShape(
    "a recording",
    [
      .init("dataset", .string, required: true, "Its data set."),
      .init("id", .string, required: true, "Its name."),
      .init("subject", .optional(.string), required: true, "Who was recorded."),
      .init("metadata", .map(.string), required: true, "For strata."),
      .init("seconds", .number(nil), required: true, "How long it lasts."),
      .init("windows", count, required: true, "Full windows."),
      .init("referenceWindows", count, required: true, "Windows with a reference."),
      .init("failure", .optional(.string), required: true, "Why nothing of it could be used."),
      .init(
        "partialFailures", .map(.string), required: true,
        "Why it could not be used in some scenarios, by their labels."),
      .init(
        "channels",
        .map(
          .object(
            ObjectShape(
              "a channel",
              [
                .init(
                  "sampleRate", .number(nil), required: true,
                  "Hz; of irregular samples one over the median interval."),
                .init("irregular", .boolean, required: true, "Whether samples have times of their own."),
              ]))), required: true, "Channels that were read."),
    ])

  private static let row = ObjectShape(
    "a result",
    [
      .init("scenario", .string, required: true, "Label of the scenario."),
      .init("detector", .string, required: true, "Label of the detector."),
      .init("counts", .map(count), required: true, "Recordings, subjects, windows, estimates, clusters."),
      .init("metrics", .map(.optional(.number(nil))), required: true, "By name; null: does not exist."),
      .init("outcomes", .map(count), required: true, "Windows without a value or a reference, by reason."),
      .init("recordings", .list(.object(part)), required: true, "The same row per recording."),
    ] + DiagnosisShape.fields)

  private static let part = ObjectShape(
    "a recording's result",
    [
      .init("dataset", .string, required: true, "Its data set."),
      .init("id", .string, required: true, "Its name."),
      .init("windows", count, required: true, "Full windows."),
      .init("referenceWindows", count, required: true, "Windows with a reference."),
      .init("estimates", count, required: true, "Windows with both."),
      .init("maeBPM", .optional(.number(nil)), required: true, "Mean absolute error."),
      .init("biasBPM", .optional(.number(nil)), required: true, "Mean error, estimate minus reference."),
    ])
}
