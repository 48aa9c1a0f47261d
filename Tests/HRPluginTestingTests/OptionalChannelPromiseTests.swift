import HRPluginTesting
import HRPlugins
import HRSignals
import Testing

/// Tests that the promises about channels that a recording may have or not find the detectors that break them.
@Suite struct OptionalChannelPromiseTests {
  private func broken(_ entry: DetectorEntry) -> [String] {
    PluginContract.brokenPromises(of: entry).map(\.promise)
  }

  private static let looksAhead = DetectorPromise.looksAheadAsItSays.rawValue
  private static let doesWithout = DetectorPromise.doesWithoutOptionalChannels.rawValue
  private static let takesBlocks = DetectorPromise.takesOptionalSamplesInBlocks.rawValue

  /// The rate is that of the contract's pulses, so that only its treatment of optional channels is found.
  @Test func aMovementThatHasNotBeenIsFound() {
    let promises = broken(DetectorEntry(ForeseeingDetector.self))
    #expect(promises.contains(Self.looksAhead))
    #expect(!promises.contains(Self.doesWithout) && !promises.contains(Self.takesBlocks))
  }

  @Test func whoNeedsAllOptionalChannelsIsFound() {
    let promises = broken(DetectorEntry(NeedyDetector.self))
    #expect(promises.contains(Self.doesWithout))
    #expect(!promises.contains(Self.looksAhead))
  }

  @Test func whoMindsBlocksIsFound() {
    let minding = broken(DetectorEntry(MindingDetector.self))
    #expect(minding.contains(Self.takesBlocks))
    #expect(!minding.contains(Self.looksAhead) && !minding.contains(Self.doesWithout))
    #expect(!broken(DetectorEntry(PatientDetector.self)).contains(Self.takesBlocks))
  }
}

/// A detector that uses the end of a recording's accelerometer.
private struct ForeseeingDetector: PreparedWindowDetector {
  static let info = PluginInfo("test.foreseeing", version: 1, "The pulse's rate, and how movement ends.")
  static let inputs = [ChannelKind.ppg]
  static let optionalInputs = [ChannelKind.accelerometerX]

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { 30...240 }

  func prepare(_ channels: Channels) -> Double { channels[.accelerometerX]?.values.last ?? 0 }

  func estimate(in range: TimeRange, of prepared: Double) -> Estimate {
    .bpm(84 + min(max(prepared, -1), 1)).within(30...240, else: .noPlausibleInterval)
  }
}

/// A detector that needs both axes if it has one.
private struct NeedyDetector: WindowDetector {
  static let info = PluginInfo(
    "test.needy", version: 1, "The pulse's rate, where there is no axis or both are.")
  static let inputs = [ChannelKind.ppg]
  static let optionalInputs = [ChannelKind.accelerometerX, .accelerometerY]

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { 30...240 }

  func estimate(in window: Window) -> Estimate {
    let axes = Self.optionalInputs.count { window.channels[$0] != nil }
    return axes == 1 ? .abstained(.noReading) : .bpm(84)
  }
}

/// A detector that combines each frame with the latest sample of the accelerometer.
private struct MindingDetector: StreamingDetector {
  static let info = PluginInfo("test.minding", version: 1, "The pulse's rate, by movement at each frame.")
  static let inputs = [ChannelKind.ppg]
  static let optionalInputs = [ChannelKind.accelerometerX]
  private var latest = 0.0
  private var sum = 0.0

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { 30...240 }

  mutating func begin(sampleRate: Double) {}
  mutating func push(_ frame: Frame) { sum += latest.isFinite ? latest * frame.time : 0 }
  mutating func push(_ value: Double, of kind: ChannelKind, at time: Double) { latest = value }
  func reading(at time: Double) -> Estimate { .bpm(84 + min(max(sum, -1), 1)) }
}

/// A detector that uses the accelerometer's samples alone.
private struct PatientDetector: StreamingDetector {
  static let info = PluginInfo("test.patient", version: 1, "The pulse's rate, by all movement so far.")
  static let inputs = [ChannelKind.ppg]
  static let optionalInputs = [ChannelKind.accelerometerX]
  private var sum = 0.0

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { 30...240 }

  mutating func begin(sampleRate: Double) {}
  mutating func push(_ frame: Frame) {}
  mutating func push(_ value: Double, of kind: ChannelKind, at time: Double) { sum += value }
  func reading(at time: Double) -> Estimate { .bpm(84 + min(max(sum, -1), 1)) }
}
