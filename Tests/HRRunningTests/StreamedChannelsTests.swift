import HRPlugins
import HRSignals
import Synchronization
import Testing

@testable import HRRunning

/// Channels that streaming detectors get beside their frames.
@Suite struct StreamedChannelsTests {
  private let windows = [TimeRange(start: 0, end: 1), TimeRange(start: 1, end: 2)]
  private let wave = Channel.uniform(Signal(samples: [1, 2, 3, 4, 5, 6], sampleRate: 2))

  private func log(_ channels: [ChannelKind: Channel], isInG: Bool = true) -> [String] {
    let log = PushLog()
    PushLog.$current.withValue(log) {
      var shown = Channels(channels.merging([.ppg: wave]) { _, new in new })
      shown.accelerationIsInG = isInG
      var runner = PipelineRunner(
        channels: shown, windows: windows,
        mode: .continuous, collectsBeats: false, measurand: .heartRate)
      _ = runner.output(of: .streaming(LoggingDetector.self))
    }
    return log.lines
  }

  private static let frames = ["frame 0.0", "frame 0.5", "read 1.0", "frame 1.0", "frame 1.5", "read 2.0"]

  @Test func framesComeAloneWhereThereIsNothingElse() {
    #expect(log([:]) == Self.frames)
    #expect(log([.ecg: wave]) == Self.frames, "nobody asked for it")
    #expect(log([.accelerometerY: .irregular(TimeSeries(times: [], values: []))]) == Self.frames)
  }

  @Test func anUnknownUnitIsToldFirst() {
    #expect(log([:], isInG: false) == ["any unit"] + Self.frames)
  }

  /// At equal times, the frame comes first, then the channels in the detector's order.
  @Test func samplesComeInTheOrderOfTheirTimes() {
    let slow = Channel.uniform(Signal(samples: [10, 11, 12], sampleRate: 1))
    let uneven = Channel.irregular(TimeSeries(times: [-0.2, 0.5, 0.75, 1.75], values: [7, .nan, 8, 9]))
    #expect(
      log([.accelerometerX: slow, .accelerometerY: uneven]) == [
        "accelerometerY 7.0 at -0.2", "frame 0.0", "accelerometerX 10.0 at 0.0", "frame 0.5",
        "accelerometerY nan at 0.5", "accelerometerY 8.0 at 0.75", "read 1.0", "frame 1.0",
        "accelerometerX 11.0 at 1.0", "frame 1.5", "accelerometerY 9.0 at 1.75", "read 2.0",
      ])
    let twins = log([.accelerometerX: wave, .accelerometerY: wave]).prefix(3)
    #expect(twins == ["frame 0.0", "accelerometerY 1.0 at 0.0", "accelerometerX 1.0 at 0.0"])
  }

  /// Samples are pushed like frames: up to a microsecond before the window's end.
  @Test func nothingOfTheNextWindowIsPushed() {
    let near = Channel.irregular(TimeSeries(times: [1 - 2e-6, 1 - 5e-7], values: [1, 2]))
    let lines = log([.accelerometerX: near])
    #expect(lines[3] == "read 1.0" && lines[2].hasPrefix("accelerometerX 1.0"))
    #expect(lines[4].hasPrefix("accelerometerX 2.0"))
  }

  /// A recording whose other channels end before its pulse wave, or after it.
  @Test func channelsMayEndWhereTheyLike() {
    let long = Channel.uniform(Signal(samples: Array(repeating: 3, count: 90), sampleRate: 10))
    #expect(log([.accelerometerX: long]).count { $0.hasPrefix("acc") } == 20)
    let short = Channel.uniform(Signal(samples: [3], sampleRate: 10))
    #expect(log([.accelerometerX: short]).count { $0.hasPrefix("acc") } == 1)
  }
}

/// Calls of a detector, in order.
private final class PushLog: Sendable {
  private let state = Mutex<[String]>([])
  @TaskLocal static var current = PushLog()

  var lines: [String] { state.withLock { $0 } }
  func add(_ line: String) { state.withLock { $0.append(line) } }
}

private struct LoggingDetector: StreamingDetector {
  static let info = PluginInfo("test.logging", version: 1, "Keeps a log of what it is called with.")
  static let inputs = [ChannelKind.ppg]
  static let optionalInputs = [ChannelKind.accelerometerY, .accelerometerX]
  private static let windowEnds = [1.0, 2]

  init(parameters: NoParameters) {}

  mutating func begin(sampleRate: Double) {}
  mutating func accelerationIsInAnyUnit() { PushLog.current.add("any unit") }
  mutating func push(_ frame: Frame) { PushLog.current.add("frame \(frame.time)") }
  mutating func push(_ value: Double, of kind: ChannelKind, at time: Double) {
    PushLog.current.add("\(kind.rawValue) \(value) at \(time)")
  }
  func reading(at time: Double) -> Estimate {
    // In the first window a reading is taken at every frame.
    if Self.windowEnds.contains(time) { PushLog.current.add("read \(time)") }
    return .abstained(.noReading)
  }
}
