internal import HRSupport
internal import HRSignals

extension DatasetDescriptor {
  /// Shape of an entry of `reference`.
  static let referenceShape = Shape.either(
    [
      ("beats", location("\"beats\"", [unitField, annotationsField] + momentFields)),
      ("beatSamples", sampleNumbers("\"beatSamples\"")),
      (
        "rrIntervals",
        location(
          "\"rrIntervals\"",
          [.init("unit", .choice(of: TimeUnit.self), fallback: "s", "Unit of the intervals.")])
      ),
      (
        "rateSeries",
        location(
          "\"rateSeries\"",
          [
            .init(
              "columns", .list(.either([.string, .integer(0...1_000_000)]), atLeast: 1), "Several columns."),
            .init(
              "combine", .choice(of: ReferenceSource.Combination.self), fallback: "median",
              "What is taken of several columns."),
            .init("missing", .list(.number(nil)), "Numbers that mean \"no rate\", often 0."),
          ] + timingFields)
      ),
      (
        "windowRates",
        .object(
          "\"windowRates\"",
          [
            .init("file", .string, "Name of the file; left out: the first one."),
            .init("start", location("\"start\""), "Where windows start; needs \"end\"."),
            .init("end", location("\"end\""), "Where windows end; needs \"start\"."),
            .init("bpm", location("\"bpm\""), required: true, "Their rates in beats per minute."),
            .init("unit", timeUnits, fallback: "s", "Unit of \"start\" and \"end\"."),
            .init(
              "windowSeconds", .number(RegularWindows.seconds),
              "Length of every window, where they have no \"start\" and \"end\"; needs \"hopSeconds\"."),
            .init(
              "hopSeconds", .number(RegularWindows.seconds),
              "From the start of one window to that of the next."),
            .init(
              "firstSeconds", .number(-86_400...86_400), fallback: "0", "Start of the first window."),
            .init(
              "endsEarly", .boolean, fallback: "false", "The rates may end before the recording does."),
            .init("missing", .list(.number(nil)), "Numbers that mean \"no rate\", often 0."),
          ] + momentFormFields)
      ),
      // The channel is known, so the entry may be empty.
      (
        "ecg",
        .object(
          "\"ecg\"",
          [
            .init(
              "detectors", .list(.choice(of: RPeakMethod.self), atLeast: 2),
              "Different detectors of R peaks; left out: \(ECGDetectors.standard.spoken)."),
            .init(
              "agree", .integer(2...RPeakMethod.allCases.count),
              "How many of the named ones must agree; left out: both of two, else the fewest that are more than half."
            ),
          ])
      ),
      ("breaths", location("\"breaths\"", [unitField, annotationsField] + momentFields)),
      ("respiration", .object("\"respiration\"", [])),
      ("breathSamples", sampleNumbers("\"breathSamples\"")),
    ].map { (marker: String, shape: Shape) -> Shape in
      .object(
        "a reference", marker: marker,
        [
          .init("name", .string, "What experiments call it; left out: its kind."),
          .init(marker, shape, required: true, "Where the \(marker) stand."),
          .init("offsetSeconds", .number(-86_400...86_400), fallback: "0", "Added to the reference's times."),
          .init(
            "clocks", .choice(of: ReferenceClocks.self), fallback: ReferenceClocks.shared.rawValue,
            "separate: its clock is not the signals', so single beats are not held against it."),
        ] + (["rateSeries", "windowRates"].contains(marker) ? [measurandField] : []) + [commentField])
    })

  private static func sampleNumbers(_ name: String) -> Shape {
    .object(
      name,
      locationFields + [
        .init("firstIndex", .integer(0...1), required: true, "Number of the first sample: 0 or 1."),
        .init(
          "sampleRate", numberSource("a sample rate", RecordingLimits.sampleRateHz), required: true,
          "Samples per second of the numbered signal."),
      ])
  }

  private static let measurandField = ObjectShape.Field(
    "measurand", .choice(of: Measurand.self), fallback: Measurand.heartRate.rawValue, "Whose rate it is.")

  private static let annotationsField = ObjectShape.Field(
    "annotations", .list(.string, atLeast: 1),
    "EDF+: texts of the annotations that are meant. WFDB: symbols or texts; left out: beats of all kinds.")
}
