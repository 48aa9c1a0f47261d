import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Tests of all trackers of the wrist.
@Suite struct WristTrackerTests {
  static let names = Catalog<DetectorEntry>.builtIn.entries
    .filter { $0.inputs.contains(.ppg) && $0.inputs.contains(.accelerometerX) }.map(\.info.name)
  static let causalNames = names.filter { Catalog<DetectorEntry>.builtIn[$0]?.causality == .causal }

  private static let signals = WristSignals(
    bpm: 100, swing: 10, period: 60, motion: 0.3, noise: 0.2, cadence: 75, offset: 0, seconds: 40)

  private func tracker(_ name: String) throws -> any PreparedWindowDetector {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    guard case .window(let detector) = try entry.make() else { throw WrongShape() }
    return try #require(detector as? any PreparedWindowDetector)
  }

  struct WrongShape: Error {}

  private func estimate(_ detector: some PreparedWindowDetector, _ channels: Channels, by end: Double)
    -> Estimate
  {
    estimates(detector, channels, by: [end])[0]
  }

  private func estimates(_ detector: some PreparedWindowDetector, _ channels: Channels, by ends: [Double])
    -> [Estimate]
  {
    let prepared = detector.prepare(channels)
    return ends.map { detector.estimate(in: TimeRange(start: $0 - 8, end: $0), of: prepared) }
  }

  /// Estimates are unchanged bit for bit, and also if the accelerometer has a slower clock that has to be interpolated.
  @Test(arguments: causalNames, [125.0, 50]) func doesNotSeeTheFuture(_ name: String, _ axisRate: Double)
    throws
  {
    let tracker = try tracker(name)
    var before = Self.signals.channels()
    for kind in Cadence.axes {
      before[kind] = before[kind]?.uniform(at: axisRate).map { .uniform($0) }
    }
    var after = before
    for kind in before.kinds {
      guard var signal = before[kind]?.uniform() else { continue }
      for index in signal.indices(in: TimeRange(start: 30, end: 99)) { signal.samples[index] = 1e6 }
      after[kind] = .uniform(signal)
    }
    let reading = estimate(tracker, before, by: 30)
    #expect(reading.bpm != nil)
    #expect(estimate(tracker, after, by: 30) == reading)
  }

  @Test(arguments: names) func followsAClearPulse(_ name: String) throws {
    let tracker = try tracker(name)
    let channels = Self.signals.channels()
    let ends = Array(stride(from: 12.0, through: 38, by: 2))
    for (end, estimate) in zip(ends, estimates(tracker, channels, by: ends)) {
      let bpm = try #require(estimate.bpm)
      // The rate at the middle of the reading's window.
      let middle = end - 4
      let truth = 100 + 10 * sin(2 * .pi * middle / 60)
      #expect(abs(bpm - truth) < 6, "\(name) at \(end) s: \(bpm), truth \(truth)")
    }
  }

  @Test(arguments: names) func readsNothingBeforeItsFirstWindowEnds(_ name: String) throws {
    let tracker = try tracker(name)
    // A filter that cancels motion sample by sample has no windows of its own.
    guard tracker is any WristTracker else { return }
    let channels = Self.signals.channels()
    let found = estimates(tracker, channels, by: [7.99, 8, 9.9])
    #expect(found[0].outcome == .abstained(.noReading))
    #expect(found[1].bpm != nil)
    // Between two of its own windows' ends the earlier one's reading is kept.
    #expect(found[2] == found[1])
  }

  @Test(arguments: names) func tracksAndSaysSo(_ name: String) throws {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    #expect(entry.tracks)
  }

  @Test(arguments: names) func saysThatThePulseWaveIsFlat(_ name: String) throws {
    let tracker = try tracker(name)
    var channels = Self.signals.channels(pulseCount: 1)
    channels[.ppg] = .uniform(Signal(samples: Array(repeating: 7, count: 5000), sampleRate: 125))
    #expect(estimate(tracker, channels, by: 20).outcome == .abstained(.flatSignal))
  }

  /// A wrist at rest: an accelerometer that gives the same values all the time is no reason for silence.
  @Test(arguments: names) func readsWithoutMotion(_ name: String) throws {
    let tracker = try tracker(name)
    let still = WristSignals(
      bpm: 90, swing: 0, period: 60, motion: 0, noise: 0.1, cadence: 60, offset: 5, seconds: 24)
    var channels = still.channels(pulseCount: 1)
    for kind in Cadence.axes {
      channels[kind] = .uniform(Signal(samples: Array(repeating: 0, count: 1200), sampleRate: 50))
    }
    let bpm = try #require(estimate(tracker, channels, by: 24).bpm)
    #expect(abs(bpm - 90) < 4, "\(name): \(bpm)")
  }
}
