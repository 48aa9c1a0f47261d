import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// One rule decides which rates count as estimates, for detectors of every kind.
@Suite struct RateLimitsTests {
  private let wave = Signal(samples: (1...2000).map { Double($0) }, sampleRate: 100)
  private let windows = TimeRange(start: 0, end: 20).windows(windowSeconds: 10, hopSeconds: 10)

  private func outcomes(_ pipeline: Pipeline, _ measurand: Measurand = .heartRate) -> [String] {
    var runner = PipelineRunner(
      channels: Channels([.ppg: .uniform(wave)]), windows: windows, mode: .continuous, collectsBeats: true,
      measurand: measurand)
    let output = runner.output(of: pipeline)
    return output.estimates.cells.map { output.estimates.outcome(of: $0).text }
  }

  private static let failed = Array(repeating: WindowOutcome.outsideRange.text, count: 2)
  private static let values = Array(repeating: "value", count: 2)

  @Test func whoDeclaresNothingMaySayWhatCanBeThoughtOf() {
    for (bpm, measurand, isKept) in [
      (680.0, Measurand.heartRate, false), (600, .heartRate, true), (10, .heartRate, true),
      (9.9, .heartRate, false), (201, .breathingRate, false), (9.9, .breathingRate, true),
      (0.4, .breathingRate, false),
    ] {
      SayingDetector.$bpm.withValue(bpm) {
        #expect(outcomes(.window(SayingDetector.self), measurand) == (isKept ? Self.values : Self.failed))
        #expect(outcomes(.streaming(SayingStream.self), measurand) == (isKept ? Self.values : Self.failed))
      }
    }
  }

  @Test func whoDeclaresIsHeldToIt() {
    for (bpm, isKept) in [(39.9, false), (40, true), (199.99, true), (200.1, false), (680, false)] {
      SayingDetector.$bpm.withValue(bpm) {
        #expect(outcomes(.window(RangedDetector.self)) == (isKept ? Self.values : Self.failed))
      }
    }
    // Rounding of the last digits is no breach, and an unbounded range is one.
    SayingDetector.$bpm.withValue(200.0.nextUp) {
      #expect(outcomes(.window(RangedDetector.self)) == Self.values)
    }
    SayingDetector.$bpm.withValue(6800) {
      #expect(outcomes(.window(UnboundedDetector.self)) == Self.values)
    }
  }

  /// A composite is held to its own range, whatever its parts say.
  @Test func compositesAreJudgedByWhatTheySay() {
    SayingDetector.$bpm.withValue(680) {
      #expect(outcomes(.window(HalvingComposite.self)) == Self.values)
      #expect(outcomes(.window(SayingDetector.self)) == Self.failed)
    }
    SayingDetector.$bpm.withValue(1800) { #expect(outcomes(.window(HalvingComposite.self)) == Self.failed) }
  }

  @Test func whatFailedHasNoBeats() {
    var runner = PipelineRunner(
      channels: Channels([.ppg: .uniform(wave)]), windows: windows, mode: .continuous, collectsBeats: true,
      measurand: .heartRate)
    SayingDetector.$bpm.withValue(680) {
      #expect(runner.output(of: .window(SayingDetector.self)).train == nil)
    }
  }
}

/// Says what the test wants.
private struct SayingDetector: WindowDetector {
  @TaskLocal static var bpm = 0.0
  static let info = PluginInfo("test.saying", version: 1, "A rate.")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  func estimate(in window: Window) -> Estimate {
    var estimate = Estimate.bpm(Self.bpm)
    estimate.beats = [window.range.start + 1]
    return estimate
  }
}

private struct SayingStream: StreamingDetector {
  static let info = PluginInfo("test.sayingStream", version: 1, "A rate.")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  mutating func begin(sampleRate: Double) {}
  mutating func push(_ frame: Frame) {}
  func reading(at time: Double) -> Estimate { .bpm(SayingDetector.bpm) }
}

private struct RangedDetector: WindowDetector {
  static let info = PluginInfo("test.ranged", version: 1, "A rate from 40 to 200.")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { 40...200 }
  func estimate(in window: Window) -> Estimate { .bpm(SayingDetector.bpm) }
}

private struct UnboundedDetector: WindowDetector {
  static let info = PluginInfo("test.unbounded", version: 1, "Any rate.")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { .unbounded }
  func estimate(in window: Window) -> Estimate { .bpm(SayingDetector.bpm) }
}

private struct HalvingComposite: CompositeDetector {
  static let info = PluginInfo("test.halving", version: 1, "Half a rate.")
  static let inputs = [ChannelKind.ppg]
  let components = [Component(SayingDetector.self, NoParameters())]

  init(parameters: NoParameters) {}

  func estimate(from estimates: [Estimate]) -> Estimate {
    estimates.first?.bpm.map { .bpm($0 / 2) } ?? .abstained(.noReading)
  }
}
