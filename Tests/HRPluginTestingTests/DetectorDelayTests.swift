import HRPlugins
import HRSignals
import HRTestSupport
import Testing

@testable import HRPluginTesting

/// The delay of streaming detectors, as measured and as stated.
@Suite struct DetectorDelayTests {
  private func delay<D: StreamingDetector>(_ type: D.Type) throws -> Double {
    try #require(DetectorDelay(DetectorEntry(type))).seconds
  }

  private func violations<D: StreamingDetector>(_ type: D.Type) throws -> [String] {
    let entry = DetectorEntry(type)
    let tryout = DetectorTryout(entry: entry, made: try entry.make(), expectations: .init())
    return tryout.delays()
  }

  /// The last interval is half an interval behind its end, and that end half an interval behind the moment.
  @Test func theLastIntervalIsOneIntervalLate() throws {
    #expect((0.4...0.7).contains(try delay(PromptDetector.self)))
    #expect(try violations(PromptDetector.self) == [])
  }

  @Test func aReadingThatIsHeldBackIsSoMuchLater() throws {
    let late = try delay(HeldDetector.self) - delay(PromptDetector.self)
    #expect(abs(late - 5) < 0.1, "\(late)")
  }

  @Test func aMeanIsHalfItsLengthLate() throws {
    let late = try delay(AveragingDetector.self) - delay(PromptDetector.self)
    #expect(abs(late - 10) < 0.3, "\(late)")
  }

  /// The bias is high by 4 bpm, which is 8 s of a rate that changes by 1 bpm in 2 s.
  @Test func aBiasHasNoPart() throws {
    let late = try delay(HighDetector.self) - delay(PromptDetector.self)
    #expect(abs(late) < 0.1, "\(late)")
  }

  @Test func whatDoesNotFollowHasNone() throws {
    #expect(DetectorDelay(DetectorEntry(SteadyDetector.self)) == nil)
    #expect(DetectorDelay(DetectorEntry(SilentDetector.self)) == nil)
    #expect(try violations(SteadyDetector.self) == [])
    #expect(
      try violations(SilentDetector.self) == [
        "it states 3.0 s, and no delay can be measured: it answers too rarely, or does not follow the rate"
      ])
  }

  /// The explanation has the value that should be stated.
  @Test func aFalseAndAMissingStatementAreFound() throws {
    #expect(try violations(HeldDetector.self) == ["it states 0.5 s, and 5.5 s is measured"])
    let tenths = (10 * (try delay(AveragingDetector.self))).rounded() / 10
    #expect(try violations(AveragingDetector.self) == ["it states none, and \(tenths) s is measured"])
    let broken = PluginContract.brokenPromises(of: DetectorEntry(HeldDetector.self)).map(\.promise)
    #expect(broken.contains(DetectorPromise.statesItsDelay.rawValue))
  }

  @Test func theEntryHasWhatIsStated() {
    #expect(DetectorEntry(PromptDetector.self).delaySeconds == 0.5)
    #expect(DetectorEntry(AveragingDetector.self).delaySeconds == nil)
  }
}

/// Intervals between the frames in which a wave rises through half its height.
private struct Rises {
  private var last: (value: Double, time: Double)?
  private var times: [Double] = []

  mutating func push(_ frame: Frame) {
    if let last, last.value < 0.5, frame[0] >= 0.5 {
      times.append(last.time + (0.5 - last.value) / (frame[0] - last.value) * (frame.time - last.time))
    }
    last = (frame[0], frame.time)
  }

  /// Mean rate of the intervals that end in the given seconds before a time, and of the last one at least.
  func rate(before time: Double, within seconds: Double) -> Double? {
    let ends = times.filter { $0 <= time }
    guard ends.count > 1, let last = ends.last else { return nil }
    let first = ends.lastIndex { $0 <= last - seconds } ?? 0
    let start = min(first, ends.count - 2)
    return 60 * Double(ends.count - 1 - start) / (last - ends[start])
  }
}

private protocol RiseDetector: StreamingDetector where Parameters == NoParameters {
  var rises: Rises { get set }
}

extension RiseDetector {
  static var inputs: [ChannelKind] { [.ppg] }
  var rangeBPM: ClosedRange<Double>? { 20...300 }
  mutating func begin(sampleRate: Double) { rises = Rises() }
  mutating func push(_ frame: Frame) { rises.push(frame) }

  fileprivate func estimate(
    at time: Double, within seconds: Double = 0, adding bpm: Double = 0
  ) -> Estimate {
    rises.rate(before: time, within: seconds).map { .bpm($0 + bpm) } ?? .abstained(.noReading)
  }
}

private struct PromptDetector: RiseDetector {
  static let info = PluginInfo("test.prompt", version: 1, "The last interval.")
  static let delaySeconds: Double? = 0.5
  var rises = Rises()
  init(parameters: NoParameters) {}
  func reading(at time: Double) -> Estimate { estimate(at: time) }
}

private struct HeldDetector: RiseDetector {
  static let info = PluginInfo("test.held", version: 1, "The last interval of 5 s ago.")
  static let delaySeconds: Double? = 0.5
  var rises = Rises()
  init(parameters: NoParameters) {}
  func reading(at time: Double) -> Estimate { estimate(at: time - 5) }
}

private struct AveragingDetector: RiseDetector {
  static let info = PluginInfo("test.averaging", version: 1, "The mean of 20 s.")
  var rises = Rises()
  init(parameters: NoParameters) {}
  func reading(at time: Double) -> Estimate { estimate(at: time, within: 20) }
}

private struct HighDetector: RiseDetector {
  static let info = PluginInfo("test.high", version: 1, "The last interval, and 4 bpm.")
  var rises = Rises()
  init(parameters: NoParameters) {}
  func reading(at time: Double) -> Estimate { estimate(at: time, adding: 4) }
}

private struct SteadyDetector: RiseDetector {
  static let info = PluginInfo("test.steady", version: 1, "Always the same rate.")
  var rises = Rises()
  init(parameters: NoParameters) {}
  func reading(at time: Double) -> Estimate { .bpm(84) }
}

private struct SilentDetector: RiseDetector {
  static let info = PluginInfo("test.silent", version: 1, "Never a rate.")
  static let delaySeconds: Double? = 3
  var rises = Rises()
  init(parameters: NoParameters) {}
  func reading(at time: Double) -> Estimate { .abstained(.noReading) }
}
