import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios
@testable import HRNumerics

/// White, pink and brown noise: the given spectrum and ratio.
@Suite struct ColouredNoiseTests {
  /// Noise that a scenario adds to a pulse of amplitude 0.3.
  static func noise(
    _ name: String, rate: Double, seconds: Double = 240, seed: UInt64 = 1,
    _ values: [(String, ParameterValue)]
  ) throws -> [Double] {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: seconds, rate: rate, level: 1, amplitude: 0.3)
    ])
    let scenario = try SampleChannels.make(name, choosing: values)
    return try difference(
      try scenario.apply(to: channels, in: SampleChannels.trial(seed))[.ppg], channels[.ppg])
  }

  /// The slope is met from four times the lowest frequency to half the rate, without the last bin. Each of 24 bands
  /// holds at least a bin of 39 half-overlapping periodograms, so is good to 20 %, mostly better; the slope's standard
  /// error is below 0.03.
  @Test(arguments: [("pinkNoise", -1.0), ("brownNoise", -2)], [10.0, 30, 125])
  func spectralSlope(_ noise: (name: String, slope: Double), _ rate: Double) throws {
    let added = try Self.noise(noise.name, rate: rate, seconds: 400, [])
    let spectrum = Spectrum(added, sampleRate: rate, windowSeconds: 20)
    let met = spectrum.slope(from: 0.2, to: rate / 2 - spectrum.stepHz)
    #expect(abs(met - noise.slope) < 0.1)
    // The upper end alone falls as the whole does.
    #expect(abs(spectrum.slope(from: rate / 8, to: rate / 2 - spectrum.stepHz) - noise.slope) < 0.1)
  }

  @Test(arguments: [0.02, 0.05, 0.5]) func nothingBelowTheLowestFrequency(_ lowestHz: Double) throws {
    let added = try Self.noise(
      "brownNoise", rate: 10, seconds: 60 / lowestHz, [("lowestHz", .number(lowestHz))])
    let spectrum = Spectrum(added, sampleRate: 10, windowSeconds: 20 / lowestHz)
    // The fades of a block blur over 3/16 of the lowest frequency; the window blurs over 1/10.
    let below = spectrum.power(from: 0, to: 0.7 * lowestHz)
    #expect(below < 0.01 * spectrum.power(from: lowestHz, to: 2 * lowestHz))
    #expect(below < 1e-2 * meanSquare(added))
  }

  /// The ratio is met by the very noise added; the pulse's own power, 0.3² / 2, is measured 0.3 % low near the ends.
  @Test(arguments: ["pinkNoise", "brownNoise"], [-6.0, 0, 20])
  func signalToNoiseRatio(_ name: String, _ snr: Double) throws {
    for rate in [10.0, 30, 125] {
      let added = try Self.noise(name, rate: rate, seconds: 60, [("snrDecibels", .number(snr))])
      #expect(abs(10 * log10(0.045 / meanSquare(added)) - snr) < 0.02)
    }
  }

  @Test func signalToNoiseRatioOfIrregularSamples() throws {
    let times = (0..<4000).map { Double($0) / 30 + 0.008 * sin(Double($0 * $0)) }
    let values = times.map { 100 + 2 * sin(2 * .pi * 1.2 * $0) }
    let channels = Channels([.green: .irregular(TimeSeries(times: times, values: values))])
    for name in ["pinkNoise", "brownNoise"] {
      let scenario = try SampleChannels.make(name, [("snrDecibels", 3)])
      let noisy = try scenario.apply(to: channels, in: SampleChannels.trial())
      // Interpolation to the even grid and back takes 1.6 % of the pulse's power.
      let met = 10 * log10(2 / meanSquare(try difference(noisy[.green], channels[.green])))
      #expect(abs(met - 3) < 0.1)
    }
  }

  /// The fourth-order edges, met twice, let pass as much white noise as 6.61 Hz would: 8 · 0.898 − 0.5 · 1.154, from
  /// the integrals of 1/(1 + x⁸)² and 1 − 1/(1 + x⁻⁸)². Between sharp edges at 0.5 and 8 Hz there is 10 log₁₀(7.5 /
  /// 6.61) = 0.55 dB more. A mean of 10 recordings of 4 minutes is good to 0.04 dB; the bilinear transform takes
  /// another 0.03.
  @Test func whiteNoiseWithinThePulsatileBand() throws {
    let met = try (UInt64(1)...10).map { seed in
      let added = try Self.noise(
        "whiteNoise", rate: 125, seed: seed,
        [("snrDecibels", .number(6)), ("measuredOver", .choice("pulsatileBand"))])
      let spectrum = Spectrum(added, sampleRate: 125, windowSeconds: 20)
      return 10 * log10(0.045 / spectrum.power(from: 0.5, to: 8))
    }
    let mean = met.reduce(0, +) / 10
    #expect(abs(mean - 5.45) < 0.1)
  }

  /// The density of the noise where pulses are does not depend on the sample rate, as it does with `allFrequencies`.
  /// Its power from 1 to 5 Hz over 4 · 120 s is good to 0.1 dB.
  @Test(arguments: ["whiteNoise", "pinkNoise", "brownNoise"])
  func severitiesOfSampleRatesAreComparable(_ name: String) throws {
    func density(_ rate: Double, _ extent: String) throws -> Double {
      let sum = try (UInt64(1)...4).reduce(0.0) { sum, seed in
        let added = try Self.noise(
          name, rate: rate, seconds: 120, seed: seed, [("measuredOver", .choice(extent))])
        return sum + Spectrum(added, sampleRate: rate, windowSeconds: 20).power(from: 1, to: 5)
      }
      return 10 * log10(sum / 4)
    }
    let difference = try density(30, "pulsatileBand") - density(125, "pulsatileBand")
    #expect(abs(difference) < 0.25)
    if name == "whiteNoise" {
      let spread = try density(30, "allFrequencies") - density(125, "allFrequencies")
      #expect(abs(spread - 10 * log10(125.0 / 30)) < 0.4)
    }
  }

  /// The default draws the same numbers as before there was a choice.
  @Test func whiteNoiseOverAllFrequenciesIsAsEver() throws {
    let channel = SampleChannels.pulse(seconds: 20, rate: 30, level: 1, amplitude: 0.3)
    let noisy = try SampleChannels.make("whiteNoise")
      .apply(to: Channels([.ppg: channel]), in: SampleChannels.trial(7))
    var stream = RandomStream(seed: 7, ["test", "noise ppg"])
    let band = try #require(PulsatileBand(channel))
    let deviation = (band.power * pow(10, -1)).squareRoot()
    #expect(noisy[.ppg]?.values == channel.values.map { $0 + deviation * stream.normal() })
  }

  /// The first minute is the same in a longer recording, except for one scale for the whole recording.
  @Test(arguments: ["pinkNoise", "brownNoise"]) func theNoiseOfAMomentIsTheSame(_ name: String) throws {
    let short = try Self.noise(name, rate: 30, seconds: 60, [])
    let long = try Self.noise(name, rate: 30, seconds: 400, [])
    let scale = long[100] / short[100]
    #expect(scale > 0)
    for (one, two) in zip(short, long) { #expect(abs(scale * one - two) < 1e-9) }
  }

  /// Blocks overlap without the variance rising or falling: means over 200 recordings, whose standard error is 10 %.
  @Test func theVarianceIsTheSameEverywhere() throws {
    let channel = Channel.uniform(Signal(samples: Array(repeating: 0, count: 1200), sampleRate: 10))
    var squares = [Double](repeating: 0, count: 8)
    var cubes = 0.0
    var fourths = 0.0
    for seed in UInt64(1)...200 {
      let noise = ColouredNoise(
        bands: [.init(edgesHz: 0.5...3, exponent: 0)], random: RandomSource(seed: seed, names: []),
        name: "test")
      let values = try #require(noise.values(on: channel))
      for (place, index) in [0, 40, 80, 120, 160, 200, 240, 1199].enumerated() {
        squares[place] += values[index] * values[index] / 200
      }
      cubes += values[500] * values[500] * values[500] / 200
      fourths += values[900] * values[900] * values[900] * values[900] / 200
    }
    for square in squares { #expect(abs(square - 1) < 0.4) }
    #expect(abs(squares.reduce(0, +) / 8 - 1) < 0.15)
    // Gaussian: standard errors of the third and fourth moments are 0.27 and 0.69.
    #expect(abs(cubes) < 1)
    #expect(abs(fourths - 3) < 2)
  }

  /// Blocks of 16 s begin every 8 s; two spans are far from each other, and two overlap.
  @Test(arguments: [0.0, -37, 1.7e9]) func wantedStretchesAreThoseOfAllTheNoise(_ start: Double) throws {
    let times = (0..<6000).map { index -> Double in
      let wobble: Double = 0.008 * Double((index * 7) % 3)
      return start + Double(index) / 30 + wobble
    }
    let values = times.map { _ in 0.0 }
    let noise = ColouredNoise(
      bands: [.init(edgesHz: 0.5...3, exponent: 1)], random: RandomSource(seed: 1, names: []), name: "test")
    let spans = [(10.0, 12.0), (11, 19), (11.5, 14), (120, 136), (199, .infinity)].map {
      TimeRange(start: start + $0.0, end: start + $0.1)
    }
    for channel in [
      Channel.irregular(TimeSeries(times: times, values: values)),
      .uniform(Signal(samples: values, sampleRate: 30, startTime: start)),
    ] {
      let all = try #require(noise.values(on: channel))
      let wanted = try #require(noise.values(on: channel, during: spans))
      for span in spans {
        let indices = channel.indices(in: span)
        #expect(!indices.isEmpty && wanted[indices] == all[indices])
      }
      // Far from all of them nothing is made.
      let far = channel.indices(in: TimeRange(start: start + 60, end: start + 90))
      #expect(wanted[far].allSatisfy { $0 == 0 })
    }
  }
}
