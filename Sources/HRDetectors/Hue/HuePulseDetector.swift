internal import HRPlugins
internal import HRSignals

/// The hue method of the "Pulse" app, as published: every frame, settled from the 61st in a row with a finger.
///
/// Readings are not rounded; the app rounds what it shows.
///
/// - Note: The published flaw is kept: the filter's coefficients were designed for 10 fps. At the app's 30 fps they
///   pass 1.5–9 Hz, so rates under 90 bpm are filtered out and the detector locks to harmonics. Its gate, too, lets
///   almost any coloured light through (``FingerGate``); `gate` set to `tutorial` asks as `hue.pubnub` does.
struct HuePulseDetector: StreamingDetector {
  struct Parameters: ParameterSet {
    var gate = FingerGate.app
    var colour = ReadColour.hue

    static let table: [Parameter<Self>] = [
      Parameter(
        "gate", \.gate, "Which frames show a finger: as the app tells, or as the PubNub tutorial does."),
      ReadColour.parameter(\.colour),
    ]
  }

  static let info = PluginInfo(
    "hue.pulse", version: 2, "Hue of the whole frame at 30 fps, as published.", source: "Pulse app")
  static let inputs = [ChannelKind.red, .green, .blue]
  /// Reads the camera's channels themselves.
  static let extractors: [String] = []

  private let parameters: Parameters
  private var reader: PublishedHueReader

  init(parameters: Parameters) {
    self.parameters = parameters
    reader = PublishedHueReader(settleCount: 60, gate: parameters.gate, colour: parameters.colour)
  }

  var rangeBPM: ClosedRange<Double>? { PulseDetector.rangeBPM }

  mutating func begin(sampleRate: Double) {
    self = HuePulseDetector(parameters: parameters)
  }

  mutating func push(_ frame: Frame) {
    reader.push(frame)
  }

  func reading(at time: Double) -> Estimate {
    reader.reading(at: time)
  }
}
