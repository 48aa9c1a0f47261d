internal import HRPlugins
internal import HRSignals

/// The hue method of the "PubNub" tutorial (and of the blog post before it), as published: 10 frames per second.
///
/// Of faster recordings it takes the first frame at or after each multiple of 0.1 s from the first frame on (with 1 µs
/// of slack), as a camera set to 10 fps would have. Frames count as settled from the eleventh in a row with a finger.
struct HuePubnubDetector: StreamingDetector {
  struct Parameters: ParameterSet {
    var colour = ReadColour.hue

    static let table: [Parameter<Self>] = [ReadColour.parameter(\.colour)]
  }

  static let info = PluginInfo(
    "hue.pubnub", version: 2, "Hue of the whole frame at 10 fps, as published.",
    source: "hue blog post, 2010; PubNub tutorial")
  static let inputs = [ChannelKind.red, .green, .blue]
  /// Reads the camera's channels themselves.
  static let extractors: [String] = []

  private static let framesPerSecond = 10.0
  private let parameters: Parameters
  private var reader: PublishedHueReader
  private var firstTime: Double?
  /// Time of the next frame to take, in tenths of a second from the first.
  private var nextTick = 0.0

  init(parameters: Parameters) {
    self.parameters = parameters
    reader = PublishedHueReader(settleCount: 10, gate: .tutorial, colour: parameters.colour)
  }

  var rangeBPM: ClosedRange<Double>? { PulseDetector.rangeBPM }

  mutating func begin(sampleRate: Double) {
    self = HuePubnubDetector(parameters: parameters)
  }

  mutating func push(_ frame: Frame) {
    let start = firstTime ?? frame.time
    firstTime = start
    let ticks = (frame.time - start + TimeRange.slack) * Self.framesPerSecond
    guard ticks >= nextTick else { return }
    nextTick = ticks.rounded(.down) + 1
    reader.push(frame)
  }

  func reading(at time: Double) -> Estimate {
    reader.reading(at: time)
  }
}
