import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Tests of `fusion.wrist` beyond the contract of all detectors.
@Suite struct WristFusionDetectorTests {
  private let detector = WristFusionDetector(parameters: .init())

  /// A pulse of 150 under steps at 80 per minute twice its size, which begin with the first second.
  private static let running = WristSignals(
    bpm: 150, swing: 0, period: 100, motion: 2, noise: 0.5, cadence: 80, offset: 0, seconds: 40,
    sampleRate: 62.5)

  private func rates(_ channels: Channels, _ ends: [Double], seconds: Double = 8) throws -> [Double] {
    let prepared = detector.prepare(channels)
    return try ends.map {
      try #require(
        detector.estimate(in: TimeRange(start: $0 - seconds, end: $0), of: prepared).bpm, "at \($0) s")
    }
  }

  @Test func findsThePulseUnderSteps() throws {
    let channels = Self.running.channels()
    for rate in try rates(channels, [12, 20, 30, 40]) { #expect(abs(rate - 150) < 4) }
    let spectrum = try #require(Catalog<DetectorEntry>.builtIn["fft"])
    let misled = try spectrum.estimate(Self.running.channels(pulseCount: 1))
    #expect(abs((misled.bpm ?? 80) - 150) > 20)
  }

  @Test func answersWithoutAnAccelerometer() throws {
    let train = PulseTrain(bpm: 104, sampleRate: 50).channels
    for rate in try rates(train, [18, 30]) { #expect(abs(rate - 104) < 1.5) }
  }

  /// Single outlying samples at regular intervals: at 30 a second every tenth makes a line at 180 bpm, at 64 every
  /// thirtieth one at 128.
  @Test(arguments: [(30.0, 10), (64, 30)])
  func isNotFooledBySingleSamples(_ sampleRate: Double, _ interval: Int) throws {
    var signal = PulseTrain(bpm: 72, sampleRate: sampleRate, seconds: 30).signal
    for index in stride(from: interval / 2, to: signal.count, by: interval) { signal.samples[index] += 10 }
    for rate in try rates(Channels([.ppg: .uniform(signal)]), [18, 30]) { #expect(abs(rate - 72) < 1.5) }
  }

  /// Thinning uses a fraction of a second less; the first frames are shorter.
  @Test(arguments: [25.0, 50, 64, 125]) func answersFromTheFirstWindowOn(_ sampleRate: Double) throws {
    let train = PulseTrain(bpm: 104, sampleRate: sampleRate, seconds: 12).channels
    for rate in try rates(train, [8, 9]) { #expect(abs(rate - 104) < 5) }
    #expect(abs(try rates(train, [5], seconds: 5)[0] - 104) < 10)
  }

  /// A converter's counts: forty thousand and three thousand for every unit of the wave.
  @Test func readsRawCountsAsTheWave() throws {
    let plain = Self.running.channels()
    var raw = plain
    for kind in [ChannelKind.ppg, .ppg2] {
      guard var signal = plain[kind]?.uniform() else { continue }
      signal.samples = signal.samples.map { 40_000 + 3000 * $0 }
      raw[kind] = .uniform(signal)
    }
    let range = TimeRange(start: 20, end: 28)
    let before = detector.estimate(in: range, of: detector.prepare(plain))
    let after = detector.estimate(in: range, of: detector.prepare(raw))
    #expect(abs(try #require(before.bpm) - (try #require(after.bpm))) < 1e-3)
    #expect(abs(try #require(before.confidence) - (try #require(after.confidence))) < 1e-5)
  }

  /// The level is taken off before the first filter, so it has no effect on the chain, bit for bit.
  @Test(arguments: [12.5, 25, 125]) func aLevelIsNothingToTheChain(_ sampleRate: Double) throws {
    let chain = try #require(WristChain(rawRate: sampleRate))
    let steps = FlagshipOracle.noise(2000, seed: 61).map { (256 * $0).rounded() / 64 }
    let low = chain.apply(to: Signal(samples: steps, sampleRate: sampleRate))
    let high = chain.apply(to: Signal(samples: steps.map { $0 + 40_000 }, sampleRate: sampleRate))
    #expect(low != nil && low == high)
    let rate = try #require(low).sampleRate
    #expect((12.4..<25).contains(rate))
    #expect(WristChain(rawRate: 9) == nil)
  }

  /// Half a minute of a pulse, then of motion that no accelerometer shows, then a pulse twice as fast.
  @Test(arguments: ["fusion", "fusion.wrist"]) func findsALostPulseAgain(_ name: String) throws {
    let noise = FlagshipOracle.noise(4500, seed: 71)
    let slow = PulseTrain(bpm: 70, sampleRate: 50).signal.samples
    let lost = (0..<1500).map { 4 * sin(2 * .pi * 1.9 * Double($0) / 50) + 6 * noise[$0] }
    let fast = PulseTrain(bpm: 140, sampleRate: 50, seconds: 60).signal.samples
    let samples = zip(slow + lost + fast, noise + noise).map { $0 + 0.1 * $1 }
    let channels = Channels([.ppg: .uniform(Signal(samples: samples, sampleRate: 50))])
    let range = TimeRange(start: 104, end: 120)
    let found =
      name == "fusion"
      ? FusionDetector(parameters: .init()).run(range, channels) : detector.run(range, channels)
    #expect(abs(try #require(found.bpm) - 140) < 2)
  }

  @Test func saysWhyItIsSilent() {
    let flat = Channels([.ppg: .uniform(Signal(samples: Array(repeating: 3, count: 1500), sampleRate: 50))])
    #expect(detector.run(TimeRange(start: 0, end: 30), flat).outcome == .abstained(.flatSignal))
    let pulse = PulseTrain(bpm: 70, sampleRate: 50).channels
    #expect(detector.run(TimeRange(start: 0, end: 3), pulse).outcome == .abstained(.windowTooShort))
    let noise = FlagshipOracle.noise(1500, seed: 81)
    let nothing = Channels([.ppg: .uniform(Signal(samples: noise, sampleRate: 50))])
    let careful = WristFusionDetector(parameters: .init(minimumConfidence: 0.9))
    #expect(careful.run(TimeRange(start: 10, end: 30), nothing).outcome == .abstained(.lowQuality))
  }

  /// A pulse wave that stops, or an accelerometer that starts late, is no reason to fail.
  @Test func takesChannelsOfUnlikeLength() throws {
    var channels = Self.running.channels()
    guard let late = channels[.accelerometerX]?.uniform() else { return }
    channels[.accelerometerX] = .uniform(
      Signal(samples: Array(late.samples[500...]), sampleRate: 62.5, startTime: 8))
    channels[.ppg2] = .uniform(Signal(samples: [1, 2, 3], sampleRate: 62.5))
    for rate in try rates(channels, [30, 40]) { #expect((39...210).contains(rate)) }
  }

  /// Samples after the window's end change nothing, bit for bit, in any channel.
  @Test func doesNotSeeTheFuture() throws {
    let channels = Self.running.channels()
    var changed = channels
    for kind in channels.kinds {
      guard var signal = channels[kind]?.uniform() else { continue }
      for index in signal.indices(in: TimeRange(start: 25, end: 40)) { signal.samples[index] = 1e6 }
      changed[kind] = .uniform(signal)
    }
    let range = TimeRange(start: 15, end: 25)
    #expect(detector.run(range, channels) == detector.run(range, changed))
    #expect(detector.run(range, channels).bpm != nil)
  }
}

extension PreparedWindowDetector {
  fileprivate func run(_ range: TimeRange, _ channels: Channels) -> Estimate {
    estimate(in: range, of: prepare(channels))
  }
}
