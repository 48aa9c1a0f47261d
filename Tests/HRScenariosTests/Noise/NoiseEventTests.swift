import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Spikes and bursts have the given number, height and duration.
@Suite struct NoiseEventTests {
  static func damage(
    _ name: String, rate: Double, seconds: Double, seed: UInt64 = 1, _ values: [(String, Double)]
  ) throws -> [Double] {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: seconds, rate: rate, level: 1, amplitude: 0.3)
    ])
    let scenario = try SampleChannels.make(name, values)
    return try difference(
      try scenario.apply(to: channels, in: SampleChannels.trial(seed))[.ppg], channels[.ppg])
  }

  /// Over 10 recordings of 20 minutes: n events have a standard deviation of √n.
  @Test(arguments: [1.0, 6, 60]) func eventsPerMinute(_ perMinute: Double) throws {
    var counts: [Double] = []
    var gaps: [Double] = []
    for seed in UInt64(1)...10 {
      let events = PoissonEvents(
        perMinute: perMinute, random: RandomSource(seed: seed, names: []), name: "test"
      ).events(in: TimeRange(start: 30, end: 1230))
      let times = events.map(\.time)
      #expect(times == times.sorted() && times.allSatisfy { $0 >= 30 && $0 < 1230 })
      counts.append(Double(times.count))
      gaps += zip(times.dropFirst(), times).map { $0 - $1 }
    }
    let expected = 20 * perMinute
    #expect(abs(counts.reduce(0, +) - 10 * expected) < 3 * (10 * expected).squareRoot())
    // Poisson: the count's variance is its mean (ratio 1 with a standard error of √(2/9)), and gaps are exponential, so
    // the share of those above the mean is 1/e, also across the minutes' edges.
    let mean = counts.reduce(0, +) / 10
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 9
    #expect((0.1...2.5).contains(variance / mean))
    let above = Double(gaps.filter { $0 > 60 / perMinute }.count) / Double(gaps.count)
    let error: Double = (0.233 / Double(gaps.count)).squareRoot()
    #expect(abs(above - 0.3679) < 3 * error + 0.02)
  }

  @Test func eventsNeitherMoveNorVanish() {
    let random = RandomSource(seed: 5, names: [])
    func times(_ perMinute: Double, _ start: Double, _ end: Double) -> [Double] {
      PoissonEvents(perMinute: perMinute, random: random, name: "test")
        .events(in: TimeRange(start: start, end: end)).map(\.time)
    }
    let long = times(6, 0, 3600)
    #expect(times(6, 100, 700) == long.filter { $0 >= 100 && $0 < 700 })
    // Twice the rate has all the events of the lower one.
    let twice = times(12, 0, 3600)
    #expect(long.allSatisfy { twice.contains($0) })
    #expect(twice.count > long.count)
    #expect(times(0, 0, 3600) == [])
    #expect(!times(6, -600, 0).isEmpty)
  }

  @Test(arguments: [30.0, 125], [0.1, 0.5]) func spikes(_ rate: Double, _ duration: Double) throws {
    let added = try Self.damage(
      "spikes", rate: rate, seconds: 3600, [("amplitudeRatio", 4), ("durationSeconds", duration)])
    let size = added.map { abs($0) }
    // A spike's integral is half its height times its duration: the total tells their number, 360 ± 19, where few
    // overlap.
    let total = size.reduce(0, +) / rate
    #expect(abs(total / (4 * 0.3 * duration / 2) - 360) < 60)
    // Samples that differ: a duration for each spike.
    let share = Double(size.filter { $0 > 0 }.count) / Double(size.count)
    #expect(abs(share / (0.1 * duration) - 1) < 0.2)
    // The middle is within half a sample interval of a sample, where the cosine is at least this high.
    let seen = 0.5 + 0.5 * cos(.pi / (rate * duration))
    let peaks = size.indices.dropFirst().dropLast().filter {
      size[$0] > size[$0 - 1] && size[$0] >= size[$0 + 1] && size[$0] > 0.6
    }.map { size[$0] / 0.3 }
    let high = peaks.filter { $0 > 4 * seen - 0.02 && $0 < 4.02 }
    #expect(Double(high.count) > 0.85 * Double(peaks.count) && peaks.count > 250)
    let up = added.filter { $0 > 0 }.count
    #expect(abs(Double(up) / Double(size.filter { $0 > 0 }.count) - 0.5) < 0.12)
  }

  @Test func channelsShareSpikes() throws {
    let channels = SampleChannels.everything(seconds: 600)
    let damaged = try SampleChannels.make("spikes").apply(to: channels, in: SampleChannels.trial())
    let red = try difference(damaged[.red], channels[.red])
    let green = try difference(damaged[.green], channels[.green])
    // Amplitudes of the pulses are 2 and 1.5; no spike reaches the edge of the scale.
    for (one, two) in zip(red, green) { #expect(abs(1.5 * one - 2 * two) < 1e-9) }
    #expect(red.contains { $0 != 0 })
  }

  @Test(arguments: [10.0, 30, 125], [-6.0, 6]) func noiseOfBursts(_ rate: Double, _ snr: Double) throws {
    let added = try Self.damage(
      "noiseBursts", rate: rate, seconds: 1200,
      [("perMinute", 6), ("snrDecibels", snr), ("shortestSeconds", 0.5), ("longestSeconds", 1.5)])
    let noisy = added.indices.filter { added[$0] != 0 }
    // The pulse's power is measured 0.1 % low.
    #expect(abs(10 * log10(0.045 / meanSquare(noisy.map { added[$0] })) - snr) < 0.02)
    // 120 ± 11 bursts of a second, 5 % of which is lost where they overlap.
    #expect(abs(Double(noisy.count) / rate - 114) < 35)
    let bursts = zip(noisy.dropFirst(), noisy).filter { $0 - $1 > 1 }.count + 1
    #expect(abs(bursts - 114) < 33)
    // Nothing slow: below three quarters of the lowest frequency there is only the leakage of the bursts' edges.
    let spectrum = Spectrum(added, sampleRate: rate, windowSeconds: 20)
    let lowest = min(8, rate / 4)
    #expect(spectrum.power(from: 0, to: 0.75 * lowest) < 0.1 * spectrum.power(from: 0, to: rate / 2))
  }

  @Test func aLongerBurstIsMoreOfTheSame() throws {
    func noisy(_ longest: Double, _ perMinute: Double, seconds: Double = 600) throws -> Set<Int> {
      let added = try Self.damage(
        "noiseBursts", rate: 30, seconds: seconds, [("longestSeconds", longest), ("perMinute", perMinute)])
      return Set(added.indices.filter { added[$0] != 0 })
    }
    let short = try noisy(1, 4)
    #expect(try noisy(2, 4).isStrictSuperset(of: short))
    #expect(try noisy(1, 8).isStrictSuperset(of: short))
    // Neither does the recording's length move a burst.
    #expect(try noisy(1, 4, seconds: 900).filter { $0 < 18_000 } == short)
  }

  @Test(arguments: [
    Contradiction(scenario: "noiseBursts", values: [("shortestSeconds", 3)]),
    Contradiction(scenario: "spikes", values: [("perMinute", 121)]),
    Contradiction(scenario: "pinkNoise", values: [("lowestHz", 0.6)]),
  ]) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}
