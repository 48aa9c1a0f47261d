internal import HRPlugins
internal import HRSignals

/// The hue method of the "Pulse" app, as published: every frame, settled from the 61st in a row with a finger.
///
/// Readings are not rounded; the app rounds what it shows.
///
/// - Note: The published flaw is kept: the filter's coefficients were designed for 10 fps. At the app's 30 fps they
///   pass 1.5–9 Hz, so rates under 90 bpm are filtered out and the detector locks to harmonics. Its gate, too, lets
///   almost any coloured light through (``FingerGate``); `gate` set to `tutorial` asks as `hue.pubnub` does.
struct HuePulseDetector: PublishedHueDetector {
  struct Parameters: ParameterSet {
    var gate = FingerGate.app
    var colour = ReadColour.hue
    var settledAfter = 60.0

    static let table: [Parameter<Self>] = [
      Parameter(
        "gate", \.gate, "Which frames show a finger: as the app tells, or as the PubNub tutorial does."),
      ReadColour.parameter(\.colour),
      Parameter(
        "settledAfter", \.settledAfter, in: 0...600,
        "How many frames in a row must show a finger before pulses are looked for."),
    ]
  }

  static let info = PluginInfo(
    "hue.pulse", version: 2, "Hue of the whole frame at 30 fps, as published.", source: "Pulse app")
  static let delaySeconds: Double? = 5.5

  let parameters: Parameters
  var reader: PublishedHueReader

  init(parameters: Parameters) {
    self.parameters = parameters
    reader = PublishedHueReader(
      settleCount: Int(saturating: parameters.settledAfter), gate: parameters.gate, colour: parameters.colour)
  }
}

/// A published hue app. It reads the camera's channels themselves, without an extractor.
protocol PublishedHueDetector: StreamingDetector {
  var parameters: Parameters { get }
  var reader: PublishedHueReader { get set }
}

extension PublishedHueDetector {
  static var inputs: [ChannelKind] { [.red, .green, .blue] }
  static var extractors: [String] { [] }
  var rangeBPM: ClosedRange<Double>? { PulseDetector.rangeBPM }

  mutating func begin(sampleRate: Double) { self = Self(parameters: parameters) }

  mutating func push(_ frame: Frame) { reader.push(frame) }

  func reading(at time: Double) -> Estimate { reader.reading(at: time) }
}

/// The hue method of the "PubNub" tutorial (and of the blog post before it), as published: 10 frames per second.
///
/// Of faster recordings it takes the first frame at or after each multiple of 0.1 s from the first frame on (with 1 µs
/// of slack), as a camera set to 10 fps would have. Frames count as settled from the eleventh in a row with a finger.
struct HuePubnubDetector: PublishedHueDetector {
  struct Parameters: ParameterSet {
    var colour = ReadColour.hue
    var averagedSeconds = 10.0

    static let table: [Parameter<Self>] = [
      ReadColour.parameter(\.colour),
      Parameter(
        "averagedSeconds", \.averagedSeconds, in: 10...120,
        "How long a period counts: 10 s as in the tutorial's code, 60 s as in its text."),
    ]
  }

  static let info = PluginInfo(
    "hue.pubnub", version: 2, "Hue of the whole frame at 10 fps, as published.",
    source: "hue blog post, 2010; PubNub tutorial")
  static let delaySeconds: Double? = 5.4

  private static let framesPerSecond = 10.0
  let parameters: Parameters
  var reader: PublishedHueReader
  private var firstTime: Double?
  /// Time of the next frame to take, in tenths of a second from the first.
  private var nextTick = 0.0

  init(parameters: Parameters) {
    self.parameters = parameters
    reader = PublishedHueReader(
      settleCount: 10, gate: .tutorial, colour: parameters.colour,
      pulses: .published(averagedSeconds: parameters.averagedSeconds))
  }

  mutating func push(_ frame: Frame) {
    let start = firstTime ?? frame.time
    firstTime = start
    let ticks = (frame.time - start + TimeRange.slack) * Self.framesPerSecond
    guard ticks >= nextTick else { return }
    nextTick = ticks.rounded(.down) + 1
    reader.push(frame)
  }
}
