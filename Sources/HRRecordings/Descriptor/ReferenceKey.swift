internal import HRSupport
internal import HRSignals

/// Form of a reference, by its key in an entry of `reference`.
enum ReferenceKind: String, CaseIterable, Sendable {
  case beats, beatSamples, beatFlags, rrIntervals, rateSeries, windowRates, ecg, breaths, respiration,
    breathSamples

  fileprivate var shape: Shape {
    let name = "\"\(rawValue)\""
    return switch self {
    case .beats, .breaths:
      LocationKey.shape(name, [MomentKey.unit.field, LocationKey.annotations.field] + MomentKey.fields)
    case .beatSamples, .breathSamples:
      .object(
        name,
        LocationKey.fields + [
          ReferenceKey.firstIndex.field,
          TimingKey.sampleRate.with(required: true, "Samples per second of the numbered signal."),
        ])
    case .rrIntervals:
      LocationKey.shape(
        name,
        [
          MomentKey.unit.with(shape: .choice(of: TimeUnit.self), "Unit of the intervals."),
          ReferenceKey.time.field,
        ]
      )
    case .beatFlags: LocationKey.shape(name, TimingKey.fields)
    case .rateSeries:
      LocationKey.shape(
        name,
        [ReferenceKey.columns.field, ReferenceKey.combine.field, ReferenceKey.missing] + TimingKey.fields)
    case .windowRates: .object(name, WindowKey.fields)
    // The channel is known, so the entry may be empty.
    case .ecg: .object(name, [ReferenceKey.detectors.field, ReferenceKey.agree.field])
    case .respiration: .object(name, [])
    }
  }
}

/// Keys of an entry of `reference`.
enum ReferenceKey {
  static let name = JSONKey("name", .text, "What experiments call it; left out: its kind.")
  static let offsetSeconds = JSONKey(
    "offsetSeconds", .number(-86_400...86_400), fallback: 0, "Added to the reference's times.")
  static let clocks = JSONKey(
    "clocks", .choice, fallback: ReferenceClocks.shared,
    "separate: its clock is not the signals', so single beats are not compared with it.")
  static let measurand: JSONKey<Measurand?> = JSONKey("measurand", .choice, "Whose rate it is.")

  /// Times of intervals.
  static let time = JSONKey(
    "time", .node(LocationKey.shape("\"time\"", [MomentKey.unit.field] + MomentKey.fields)),
    "When each interval ended; left out: each follows the one before.")

  /// Numbers of samples.
  static let firstIndex = JSONKey(
    "firstIndex", .integer(0...1), required: true, "Number of the first sample: 0 or 1.")

  /// Rates in several columns.
  static let columns = JSONKey(
    "columns", .list(.node(.nameOrIndex), atLeast: 1), "Several columns.")
  static let combine = JSONKey(
    "combine", .choice, fallback: ReferenceSource.Combination.median, "What is taken of several columns.")
  static let missing = ChannelKey.missing.with("Numbers that mean \"no rate\", often 0.")

  /// R peaks of an ECG.
  static let detectors = JSONKey(
    "detectors", .node(.list(.choice(of: RPeakMethod.self), atLeast: 2)),
    "Different detectors of R peaks; left out: \(ECGDetectors.standard.spoken).")
  static let agree = JSONKey(
    "agree", .node(.integer(2...RPeakMethod.allCases.count)),
    "How many of the named ones must agree; left out: both of two, else the fewest that are more than half.")

  static let shape = Shape.either(
    ReferenceKind.allCases.map { kind in
      let marker = kind.rawValue
      let measurand = measurand.with(fallback: Measurand.heartRate.rawValue)
      return .object(
        "a reference", marker: marker,
        [
          name.field, .init(marker, kind.shape, required: true, "Where the \(marker) stand."),
          offsetSeconds.field, clocks.field,
        ] + ([.rateSeries, .windowRates].contains(kind) ? [measurand] : []) + [DatasetKey.comment.field])
    })
}

/// Keys of rates per window.
enum WindowKey {
  static let start = JSONKey(
    "start", .node(LocationKey.shape("\"start\"")), "Where windows start; needs \"end\".")
  static let end = JSONKey("end", .node(LocationKey.shape("\"end\"")), "Where windows end; needs \"start\".")
  static let bpm = JSONKey(
    "bpm", .node(LocationKey.shape("\"bpm\"")), required: true, "Their rates in beats per minute.")
  static let windowSeconds = JSONKey(
    "windowSeconds", .number(RegularWindows.seconds),
    "Length of every window, where they have no \"start\" and \"end\"; needs \"hopSeconds\".")
  static let hopSeconds = JSONKey(
    "hopSeconds", .number(RegularWindows.seconds), "From the start of one window to that of the next.")
  static let firstSeconds = JSONKey(
    "firstSeconds", .number(-86_400...86_400), fallback: 0, "Start of the first window.")
  static let endsEarly = JSONKey(
    "endsEarly", .boolean, fallback: false, "The rates may end before the recording does.")

  static let whole = JSONKey(
    "whole", .boolean, fallback: false, "There is one rate, and it is that of the whole recording.")

  /// Fields of windows with times of their own, and of consecutive ones.
  static let stated = [start.field, end.field]
  static let regular = [windowSeconds.field, hopSeconds.field, firstSeconds.field, endsEarly.field]

  fileprivate static let fields =
    [
      LocationKey.file.field, start.field, end.field, bpm.field,
      MomentKey.unit.with("Unit of \"start\" and \"end\"."),
    ] + regular + [whole.field, ReferenceKey.missing] + MomentKey.formFields
}
