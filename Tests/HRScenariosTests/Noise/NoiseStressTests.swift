import HRTestSupport
import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios
@testable import HRPluginTesting

struct NoiseStressOracle: Decodable, Sendable, CustomTestStringConvertible {
  let kind: String
  let rate: Double
  let definition: String
  let cleanSeconds: Double
  let noisySeconds: Double
  let snrDecibels: Double
  let picks: [Int]
  let added: [Double]

  var testDescription: String { "\(kind) \(definition) \(cleanSeconds)" }

  static func load() throws -> [NoiseStressOracle] {
    struct File: Decodable, Sendable { let rows: [NoiseStressOracle] }
    return try OracleFile.decode("noise_stress", as: File.self).rows
  }
}

/// The stress test of the MIT-BIH database: its protocol, its ratio, and the noises that replace its own.
@Suite struct NoiseStressTests {
  /// QRS complexes every 0.8 s from 0.4 s on, each with an S wave and a T wave, as in the oracle.
  static func ecg(rate: Double, seconds: Double) -> Channel {
    func bell(_ since: Double, _ width: Double) -> Double { exp(-0.5 * (since / width) * (since / width)) }
    let samples = (0..<Int(rate * seconds)).map { index -> Double in
      let time = Double(index) / rate
      let near = Int((time - 0.4) / 0.8)
      return (max(0, near - 1)...max(0, near + 1)).reduce(0.0) { sum, beat in
        guard beat < Int(seconds / 0.8) else { return sum }
        let height: Double = 1 + 0.2 * sin(Double(beat))
        let since: Double = time - 0.4 - 0.8 * Double(beat)
        let qrs: Double = height * bell(since, 0.012) - 0.3 * height * bell(since - 0.03, 0.01)
        return sum + qrs + 0.2 * bell(since - 0.25, 0.04)
      }
    }
    return .uniform(Signal(samples: samples, sampleRate: rate))
  }

  static let noise: Signal = {
    let samples = (0..<18_000).map { index -> Double in
      let time = Double(index) / 90
      let swell: Double = 1 + 0.5 * sin(2 * .pi * time / 37)
      let slow: Double = 0.7 * sin(2 * .pi * 0.21 * time)
      return swell * sin(2 * .pi * 3.1 * time) + slow + 5
    }
    return Signal(samples: samples, sampleRate: 90)
  }()

  @Test func recordedNoiseMatchesNumPy() throws {
    let rows = try NoiseStressOracle.load()
    #expect(rows.count == 8)
    for row in rows {
      let kind = try #require(ChannelKind(rawValue: row.kind))
      let pulse = (0..<Int(row.rate * 120)).map { index -> Double in
        let time = Double(index) / row.rate
        return 3 + sin(2 * .pi * 1.3 * time) + 0.3 * sin(2 * .pi * 2.6 * time + 1)
      }
      let clean =
        kind == .ecg
        ? Self.ecg(rate: row.rate, seconds: 120) : .uniform(Signal(samples: pulse, sampleRate: row.rate))
      let scenario = try SampleChannels.make(
        "recordedNoise",
        choosing: [
          ("snrDecibels", .number(row.snrDecibels)), ("definition", .choice(row.definition)),
          ("cleanSeconds", .number(row.cleanSeconds)), ("noisySeconds", .number(row.noisySeconds)),
          ("offset", .choice("start")),
        ])
      let damaged = try scenario.apply(
        to: Channels([kind: clean]), in: SampleChannels.trial(noise: [Self.noise]))
      let added = try difference(damaged[kind], clean)
      for (pick, value) in zip(row.picks, row.added) {
        #expect(abs(added[pick] - value) < 1e-9, "\(row.testDescription) \(pick)")
      }
    }
  }

  /// Mean of the root mean squares of one-second pieces without the largest and smallest twentieth.
  static func pieceLevel(_ samples: [Double], rate: Double) -> Double {
    let length = Int(rate)
    let levels = stride(from: 0, through: samples.count - length, by: length).prefix(300).map { start in
      let piece = samples[start..<(start + length)]
      let mean = piece.reduce(0, +) / Double(length)
      return (piece.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(length)).squareRoot()
    }.sorted()
    let cut = levels.count / 20
    let kept = levels[cut..<(levels.count - cut)]
    return kept.reduce(0, +) / Double(kept.count)
  }

  private static let quarterHour = Channels([
    .ecg: ecg(rate: 125, seconds: 900),
    .ppg: SampleChannels.pulse(seconds: 900, rate: 50, level: 1, amplitude: 0.3),
  ])

  /// Five clean minutes, then two noisy and two clean ones, to the sample; the ratio within the noisy ones.
  @Test(arguments: ["baselineWander", "electrodeMotion", "muscleArtifact"])
  func theProtocolOfTheDatabase(_ noise: String) throws {
    let channels = Self.quarterHour
    let scenario = try SampleChannels.make("nstdb", choosing: [("noise", .choice(noise))])
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
    for (kind, rate) in [(ChannelKind.ecg, 125.0), (.ppg, 50)] {
      let added = try difference(damaged[kind], channels[kind])
      let stretches = [0, 300, 420, 540, 660, 780, 900].map { Int($0 * rate) }
      var noisy: [Double] = []
      for (number, (start, end)) in zip(stretches, stretches.dropFirst()).enumerated() {
        let part = Array(added[start..<end])
        if number % 2 == 0 {
          #expect(part.allSatisfy { $0 == 0 }, "\(kind) \(number)")
        } else {
          // Nothing but the first sample, where the fade begins, and chance are 0.
          #expect(part.filter { $0 == 0 }.count < 10, "\(kind) \(number)")
          noisy += part
          // No step at the ends: half a second of fade.
          let loudest = part.reduce(0) { max($0, abs($1)) }
          #expect(abs(part[1]) < 0.02 * loudest && abs(part[part.count - 2]) < 0.02 * loudest)
        }
      }
      // Heights of the QRS: 1.0 ± 0.2 of the shape's range, which is 1.187; of the pulse: 0.6.
      let height = kind == .ecg ? Self.meanHeight : 0.6
      let met = 10 * log10(height * height / 8) - 20 * log10(Self.pieceLevel(noisy, rate: rate))
      #expect(abs(met - 6) < 0.05, "\(kind)")
    }
  }

  /// Stretches from 5 to 15, 25 to 35, 45 to 55 and 65 to 75 seconds; the pulse's power is measured 0.1 to 0.3 % low.
  @Test(arguments: [10.0, 30, 100], [-6.0, 0, 24])
  func signalToNoiseRatio(_ rate: Double, _ snr: Double) throws {
    let even = SampleChannels.pulse(seconds: 75, rate: rate, level: 100, amplitude: 2)
    // Times that differ from even ones by rounding only are treated as uneven ones.
    let times = (0..<even.count).map { even.time(at: $0) + 1e-9 * Double($0 % 2) }
    let uneven = Channel.irregular(TimeSeries(times: times, values: even.values))
    let scenario = try SampleChannels.make(
      "nstdb", [("cleanSeconds", 5), ("noisySeconds", 10), ("snrDecibels", snr)])
    for channel in [even, uneven] {
      let damaged = try scenario.apply(to: Channels([.infrared: channel]), in: SampleChannels.trial())
      let added = try difference(damaged[.infrared], channel)
      let noisy = [5, 25, 45, 65].flatMap { added[Int($0 * rate)..<Int(($0 + 10) * rate)] }
      let met = 10 * log10(2) - 20 * log10(Self.pieceLevel(noisy, rate: rate))
      #expect(abs(met - snr) < 0.02)
      #expect(noisy.filter { $0 != 0 }.count == added.filter { $0 != 0 }.count)
    }
  }

  /// Mean height of a QRS complex, from the shape on a fine grid and the mean of 1 + 0.2 sin i without its extremes,
  /// which is 1 to 0.2 %.
  static let meanHeight: Double = {
    let shape = stride(from: -0.05, through: 0.05, by: 0.0001).map { since -> Double in
      let s: Double = (since - 0.03) / 0.01
      return exp(-0.5 * (since / 0.012) * (since / 0.012)) - 0.3 * exp(-0.5 * s * s)
    }
    return shape.reduce(-.infinity) { max($0, $1) } - shape.reduce(.infinity) { min($0, $1) }
  }()

  /// Bands of the noises' power; from Welch spectra of 15 noisy minutes at 250 Hz.
  @Test func spectraOfTheNoises() throws {
    let channels = Channels([.ecg: Self.ecg(rate: 250, seconds: 600)])
    func spectrum(_ noise: String) throws -> (total: Double, part: (Double, Double) -> Double) {
      let scenario = try SampleChannels.make(
        "nstdb",
        choosing: [
          ("noise", .choice(noise)), ("cleanSeconds", .number(0)), ("noisySeconds", .number(600)),
        ])
      let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
      let spectrum = Spectrum(
        try difference(damaged[.ecg], channels[.ecg]), sampleRate: 250, windowSeconds: 40)
      return (spectrum.power(from: 0, to: 125), spectrum.power(from:to:))
    }
    let wander = try spectrum("baselineWander")
    #expect(wander.part(0, 1.05) > 0.999 * wander.total)
    // 1/f² from 0.05 to 1 Hz: (1/0.05 − 1/0.2) / (1/0.05 − 1) = 79 % below 0.2 Hz; 300 such periods are good to 10 %.
    #expect(abs(wander.part(0, 0.2) / wander.total - 0.79) < 0.15)
    let muscle = try spectrum("muscleArtifact")
    #expect(muscle.part(4.8, 100.2) > 0.999 * muscle.total)
    #expect(abs(muscle.part(5, 52.5) / muscle.total - 0.5) < 0.03)
    // 60 % of 1/f² from 1 to 10 Hz and 30 % below; of the last 10 %, white over 95 Hz, 5 % of it below 10 Hz.
    let motion = try spectrum("electrodeMotion")
    #expect(abs(motion.part(1.05, 10) / motion.total - 0.58) < 0.1)
    #expect(abs(motion.part(10.1, 101) / motion.total - 0.095) < 0.03)
  }

  @Test func theQRSIsMeasuredNotTheWander() throws {
    let plain = Self.ecg(rate: 125, seconds: 120)
    let waves = plain.values.enumerated().map {
      $0.element + 3 * sin(2 * .pi * 0.1 * Double($0.offset) / 125)
    }
    let scenario = try SampleChannels.make(
      "nstdb", [("cleanSeconds", 0), ("noisySeconds", 120), ("snrDecibels", 0)])
    func level(_ channel: Channel) throws -> Double {
      let damaged = try scenario.apply(to: Channels([.ecg: channel]), in: SampleChannels.trial())
      return meanSquare(try difference(damaged[.ecg], channel)).squareRoot()
    }
    // Within 100 ms a wander of 3 · 2π · 0.1 per second moves by up to 0.19 of a height of 1.2, up and down in turn.
    #expect(abs(try level(plain.replacing(values: waves)) / level(plain) - 1) < 0.1)
    // Without a QRS complex there is nothing to compare the noise with.
    let flat = plain.replacing(values: plain.values.map { _ in 1 })
    #expect(try level(flat) == 0)
  }
}
