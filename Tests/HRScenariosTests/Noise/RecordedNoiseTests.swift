import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Recorded noise: its level as given, and the recording unchanged.
@Suite struct RecordedNoiseTests {
  static func pulse(_ rate: Double, seconds: Double = 60) -> Channels {
    Channels([.ppg: SampleChannels.pulse(seconds: seconds, rate: rate, level: 1, amplitude: 0.3)])
  }

  static func added(
    _ channels: Channels, _ kind: ChannelKind = .ppg, noise: [Signal], seed: UInt64 = 1,
    _ values: [(String, ParameterValue)] = []
  ) throws -> [Double] {
    let scenario = try SampleChannels.make("recordedNoise", choosing: values)
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial(seed, noise: noise))
    return try difference(damaged[kind], channels[kind])
  }

  static func variance(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return meanSquare(values.map { $0 - mean })
  }

  static func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (meanA, meanB) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
    let product = zip(a, b).map { ($0 - meanA) * ($1 - meanB) }.reduce(0, +) / Double(a.count)
    return product / (variance(a) * variance(b)).squareRoot()
  }

  /// Steps and teeth: 20 seconds at 90 Hz with a mean of 100.
  static let noise = Signal(
    samples: (0..<1800).map { index -> Double in
      let step: Double = (index / 300) % 2 == 0 ? 98 : 102
      return step + Double((index * 31) % 11) - 5
    }, sampleRate: 90)

  /// The pulse's power, 0.3² / 2, is measured 0.1 to 0.3 % low: 0.02 dB.
  @Test(arguments: [10.0, 30, 125], [-6.0, 0, 20])
  func pulsatileSignalToNoiseRatio(_ rate: Double, _ snr: Double) throws {
    let added = try Self.added(Self.pulse(rate), noise: [Self.noise], [("snrDecibels", .number(snr))])
    #expect(abs(10 * log10(0.045 / Self.variance(added)) - snr) < 0.02)
  }

  @Test func theVarianceOfAnECGCounts() throws {
    let channels = Channels([.ecg: NoiseStressTests.ecg(rate: 250, seconds: 60)])
    let added = try Self.added(channels, .ecg, noise: [Self.noise], [("snrDecibels", .number(3))])
    let power = Self.variance(try #require(channels[.ecg]).values)
    #expect(abs(10 * log10(power / Self.variance(added)) - 3) < 1e-9)
  }

  @Test func onlyNoisyStretchesCount() throws {
    let values: [(String, ParameterValue)] = [
      ("snrDecibels", .number(-3)), ("cleanSeconds", .number(10)), ("noisySeconds", .number(8)),
    ]
    let added = try Self.added(Self.pulse(50), noise: [Self.noise], values)
    var noisy: [Double] = []
    for (index, value) in added.enumerated() {
      let second = Double(index) / 50
      let isNoisy = second >= 10 && Int((second - 10) / 8) % 2 == 0
      if isNoisy { noisy.append(value) } else { #expect(value == 0) }
    }
    #expect(abs(10 * log10(0.045 / Self.variance(noisy)) + 3) < 0.02)
    // Without an end: from the tenth second on.
    let endless = try Self.added(Self.pulse(50), noise: [Self.noise], Array(values.prefix(2)))
    #expect(endless.prefix(501).allSatisfy { $0 == 0 } && endless.suffix(500).contains { $0 != 0 })
    #expect(endless[505...].filter { $0 == 0 }.isEmpty)
  }

  /// The recording comes as it is from its start, except for one factor; then again, faded over.
  @Test func theRecordingIsWhatIsMixedIn() throws {
    let mean = Self.noise.samples.reduce(0, +) / 1800
    let added = try Self.added(Self.pulse(90), noise: [Self.noise], [("offset", .choice("start"))])
    let scale = added[7] / (Self.noise.samples[7] - mean)
    #expect(scale > 0)
    // A turn takes 1799 / 90 seconds less one of fade: 1709 samples.
    for index in 0..<1709 {
      #expect(abs(added[index] - scale * (Self.noise.samples[index] - mean)) < 1e-9)
    }
    for index in stride(from: 0, to: 90, by: 7) {
      let share: Double = 0.5 - 0.5 * cos(.pi * Double(index) / 90)
      let old = Self.noise.samples[1709 + index] - mean
      let new = Self.noise.samples[index] - mean
      #expect(abs(added[1709 + index] - scale * (share * new + (1 - share) * old)) < 1e-9)
    }
    for index in 90..<1709 { #expect(abs(added[1709 + index] - added[index]) < 1e-9) }
  }

  /// Half the sample rate: every second sample of the recording; irregular times: straight lines between samples.
  @Test func theRecordingIsResampled() throws {
    let even = try Self.added(
      Self.pulse(90, seconds: 15), noise: [Self.noise], [("offset", .choice("start"))])
    let half = try Self.added(
      Self.pulse(45, seconds: 15), noise: [Self.noise], [("offset", .choice("start"))])
    #expect(Self.correlation(half, stride(from: 0, to: 1350, by: 2).map { even[$0] }) > 1 - 1e-9)
    let times = (0..<450).map { Double($0) / 30 + 0.004 * sin(Double($0 * $0)) + 0.004 }
    let values = times.map { 100 + 2 * sin(2 * .pi * 1.2 * $0) }
    let irregular = try Self.added(
      Channels([.green: .irregular(TimeSeries(times: times, values: values))]), .green, noise: [Self.noise],
      [("offset", .choice("start"))])
    let expected = times.map { time -> Double in
      let place = time * 90
      let below = Int(place)
      let (one, two) = (Self.noise.samples[below], Self.noise.samples[below + 1])
      return one + (place - Double(below)) * (two - one)
    }
    #expect(Self.correlation(irregular, expected) > 1 - 1e-9)
  }

  @Test func theStartingPointIsDrawnPerRepeat() throws {
    let runs = try (UInt64(1)...4).map { try Self.added(Self.pulse(90), noise: [Self.noise], seed: $0) }
    for (one, two) in zip(runs, runs.dropFirst()) { #expect(Self.correlation(one, two) < 0.99) }
    // A longer recording has the same noise at the same times, except for one factor.
    let long = try Self.added(Self.pulse(90, seconds: 100), noise: [Self.noise])
    #expect(Self.correlation(runs[0], Array(long.prefix(5400))) > 1 - 1e-9)
    let start = try (UInt64(1)...2).map {
      try Self.added(Self.pulse(90), noise: [Self.noise], seed: $0, [("offset", .choice("start"))])
    }
    #expect(start[0] == start[1])
  }

  /// Order of the kinds that can be touched: ppg is the first, red the third, green the fourth.
  @Test func noiseChannelsAreDealtOutInTurn() throws {
    let other = Signal(samples: (0..<1800).map { Double(($0 * 17) % 23) }, sampleRate: 90)
    let channels = SampleChannels.everything()
    func noise(_ kind: ChannelKind, _ noise: [Signal]) throws -> [Double] {
      try Self.added(channels, kind, noise: noise, [("snrDecibels", .number(20))])
    }
    #expect(try Self.correlation(noise(.red, [Self.noise]), noise(.green, [Self.noise])) > 1 - 1e-9)
    let red = try noise(.red, [Self.noise, other])
    let green = try noise(.green, [Self.noise, other])
    #expect(abs(Self.correlation(red, green)) < 0.3)
    #expect(Self.correlation(red, try noise(.red, [Self.noise])) > 1 - 1e-9)
    #expect(Self.correlation(green, try noise(.red, [other])) > 1 - 1e-9)
  }

  @Test func missingNoiseIsBridged() throws {
    let ramp = (0..<1800).map { abs(Double($0 % 600) - 300) }
    var gaps = ramp
    for index in [0, 10, 11, 12, 350, 1799] { gaps[index] = .nan }
    let signals = [ramp, gaps].map { Signal(samples: $0, sampleRate: 90) }
    let added = try signals.map {
      try Self.added(Self.pulse(90, seconds: 15), noise: [$0], [("offset", .choice("start"))])
    }
    // On a ramp, a bridge is the ramp; the first and last samples, held, move the mean and the scale by a millionth.
    for index in 1..<1350 { #expect(abs(added[0][index] - added[1][index]) < 1e-3) }
    #expect(added[1].allSatisfy { $0.isFinite })
  }

  @Test(arguments: [
    ([], "is given no noise"),
    ([[]], "is given noise whose channel 1 is flat"),
    ([[5.0, 5, 5]], "is given noise whose channel 1 is flat"),
    ([[1.0, 2, 3], [.nan, .nan, .nan]], "is given noise whose channel 2 is flat"),
    (
      [[5.0, 5, 5, 5] + Array(repeating: 5, count: 12_000) + [6]],
      "is given noise that is flat where it meets channel ppg"
    ),
  ]) func noiseThatIsNoneIsRefused(_ noise: [[Double]], _ reason: String) {
    let signals = noise.map { Signal(samples: $0, sampleRate: 90) }
    #expect(throws: ScenarioFailure(reason)) {
      try Self.added(Self.pulse(30), noise: signals, [("offset", .choice("start"))])
    }
  }

  @Test func needsNoise() throws {
    let entry = try #require(Catalog<ScenarioEntry>.builtIn["recordedNoise"])
    #expect(entry.needs == [.noise])
    #expect(entry.touches == [.ppg, .ppg2, .red, .green, .blue, .infrared, .ecg])
  }

  @Test(arguments: [
    Contradiction(scenario: "recordedNoise", values: [("noisySeconds", 1)]),
    Contradiction(scenario: "nstdb", values: [("noisySeconds", 0)]),
  ]) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}
