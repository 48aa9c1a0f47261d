import HRTestSupport
import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios
@testable import HRNumerics

struct ArtefactNoiseOracle: Decodable, Sendable {
  struct Row: Decodable, Sendable {
    let slope: Double
    let decibels: [Double]
  }

  let frequencies: [Double]
  let rows: [Row]

  static func load() throws -> ArtefactNoiseOracle {
    try OracleFile.decode("artefact_noise")
  }
}

/// The measured severity equals the given one: artefacts of the wrist.
@Suite struct PaliakaiteTests {
  private static let shareNames = ["displacementShare", "forearmShare", "handShare", "contactShare"]

  private func scenario(_ values: [(String, Double)]) throws -> PaliakaiteScenario {
    PaliakaiteScenario(
      parameters:
        try PaliakaiteScenario.Parameters(ParameterValues(values.map { .init($0.0, .number($0.1)) })))
  }

  /// Values that leave only one kind.
  private func only(_ kind: ArtefactKind) -> [(String, Double)] {
    zip(ArtefactKind.allCases, Self.shareNames).map { ($0.1, $0.0 == kind ? 0.4 : 0) }
  }

  /// Artefacts of many hours, of which each may cut one.
  private func episodes(_ values: [(String, Double)], hours: Double) throws -> [ArtefactEpisode] {
    try scenario(values).episodes(
      in: TimeRange(start: 0, end: 3600 * hours), of: SampleChannels.trial())
  }

  @Test(arguments: [(15.0, 5.0), (4, 2), (60, 20)])
  func stretchesLastAsLongAsAsked(_ means: (clean: Double, artefact: Double)) throws {
    let episodes = try episodes(
      [("meanCleanSeconds", means.clean), ("meanArtefactSeconds", means.artefact)],
      hours: ((means.clean + means.artefact) * 0.6).rounded())
    // Neighbours in the same hour and not at its start, so that neither the stretch nor the gap is cut.
    let pairs = zip(episodes, episodes.dropFirst()).filter {
      Int($0.range.start / 3600) == Int($1.range.start / 3600)
        && $0.range.start.truncatingRemainder(dividingBy: 3600) > 0
    }
    let count = Double(pairs.count)
    #expect(count > 1900)
    for (mean, lasting) in [
      (means.artefact, pairs.map { $0.0.range.duration }),
      (means.clean, pairs.map { $0.1.range.start - $0.0.range.end }),
    ] {
      let met = lasting.reduce(0, +) / count
      // Beyond a second the standard deviation is that of an exponential variable.
      #expect(abs(met - mean) < 3.5 * (mean - 1) / count.squareRoot())
      #expect(lasting.allSatisfy { $0 > 1 - 1e-6 })
      // Beyond a second exponential: half of them exceed ln 2 times the mean.
      let longer = lasting.filter { $0 > 1 + (mean - 1) * log(2) }.count
      #expect(abs(Double(longer) / count - 0.5) < 3.5 * 0.5 / count.squareRoot())
    }
  }

  /// The share of disturbed time in a steady state is the same in the middle of an hour and at its start.
  @Test(arguments: [0.0, 1800]) func shareOfTimeIsTheSameAtEveryMoment(_ moment: Double) throws {
    let scenario = try scenario([("meanCleanSeconds", 150), ("meanArtefactSeconds", 50)])
    let trial = SampleChannels.trial()
    let disturbed = (0..<2000).filter { hour in
      let time = 3600 * Double(hour) + moment
      return !scenario.episodes(in: TimeRange(start: time, end: time + 1e-3), of: trial).isEmpty
    }
    // Standard error of a share of 0.25 of 2000 is 1 %.
    #expect(abs(Double(disturbed.count) / 2000 - 0.25) < 0.035)
  }

  /// A stretch that is met by chance still lasts E[T²] / 2E[T], which for 1 s + an exponential second is 1.25 s.
  @Test func anHourBeginsInTheMiddleOfAStretch() throws {
    let scenario = try scenario([("meanCleanSeconds", 4), ("meanArtefactSeconds", 2)])
    let trial = SampleChannels.trial()
    let lasting = (0..<6000).compactMap { hour -> Double? in
      let start = 3600 * Double(hour)
      let met = scenario.episodes(in: TimeRange(start: start, end: start + 1e-3), of: trial)
      return met.first?.range.duration
    }
    let count = Double(lasting.count)
    let mean = lasting.reduce(0, +) / count
    // Standard deviation 1.05 s, of about 2000 times: 0.024 s.
    #expect(abs(count / 6000 - 1.0 / 3) < 0.03)
    #expect(abs(mean - 1.25) < 0.085)
  }

  @Test func kindsHaveTheirSharesAndStrengths() throws {
    let weights = [1, 0.5, 0.3, 0.2]
    let episodes = try episodes(Array(zip(Self.shareNames, weights)), hours: 20)
    for (kind, weight) in zip(ArtefactKind.allCases, weights) {
      let ratios = episodes.filter { $0.kind == kind }.map(\.amplitudeRatio)
      let count = Double(ratios.count)
      // Of 3600, a share's standard error is at most 0.8 %; that of a gamma variable's mean, of shape 3, 58 % / √n.
      #expect(abs(count / Double(episodes.count) - weight / 2) < 0.03)
      let mean = ratios.reduce(0, +) / count
      #expect(abs(mean / kind.meanAmplitudeRatio - 1) < 3.5 * 0.58 / count.squareRoot())
      let variance = ratios.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
      #expect(abs(variance / (mean * mean) - 1.0 / 3) < 0.1)
    }
  }

  @Test func whatHappensDoesNotDependOnTheLength() throws {
    let scenario = try scenario([])
    let long = scenario.episodes(in: TimeRange(start: 0, end: 8000), of: SampleChannels.trial())
    let short = scenario.episodes(in: TimeRange(start: 3000, end: 4000), of: SampleChannels.trial())
    #expect(short == long.filter { $0.range.end > 3000 && $0.range.start < 4000 })
    #expect(zip(long, long.dropFirst()).allSatisfy { $0.range.end <= $1.range.start })
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 300, rate: 50, level: 0, amplitude: 1)
    ])
    let part = channels.cut(to: TimeRange(start: 60, end: 180))
    let whole = try difference(scenario.apply(to: channels, in: SampleChannels.trial())[.ppg], channels[.ppg])
    let piece = try difference(scenario.apply(to: part, in: SampleChannels.trial())[.ppg], part[.ppg])
    // Only the measured pulse amplitude differs a little.
    for (a, b) in zip(whole[3000..<9000], piece) { #expect(abs(a - b) < 0.01 * abs(a) + 1e-9) }
  }

  @Test(arguments: ArtefactKind.allCases, [0.5, 2]) func strengthIsTheAskedOne(
    _ kind: ArtefactKind, _ ratio: Double
  ) throws {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 600, rate: 125, level: 0, amplitude: 0.3),
      .infrared: SampleChannels.pulse(seconds: 600, rate: 40, level: 7, amplitude: 2),
    ])
    let scenario = try scenario(only(kind) + [("amplitudeRatio", ratio)])
    let trial = SampleChannels.trial()
    let damaged = scenario.apply(to: channels, in: trial)
    let episodes = scenario.episodes(in: TimeRange(start: 0, end: 600), of: trial)
    for (light, pulse) in [(ChannelKind.ppg, 0.3), (.infrared, 2)] {
      let noise = try difference(damaged[light], channels[light])
      let channel = try #require(channels[light])
      var disturbed = 0
      for episode in episodes where episode.range.end < 600 && episode.range.duration > 2 {
        let values = channel.indices(in: episode.range).map { noise[$0] }
        let met = (2 * meanSquare(values)).squareRoot() / pulse
        // The noise is sampled at other times than it is scaled over, and interpolated linearly between samples.
        #expect(abs(met / (ratio * episode.amplitudeRatio) - 1) < 0.03, "\(episode)")
      }
      for episode in episodes { disturbed += channel.indices(in: episode.range).count }
      #expect(disturbed == noise.filter { $0 != 0 }.count)
    }
  }

  /// Slope of the mean spectrum of artefacts, by periodograms of half a minute.
  @Test(arguments: ArtefactKind.allCases) func spectrumFallsByTheSlopeOfTheKind(_ kind: ArtefactKind) throws {
    let rate = 64.0
    let count = 2048
    let scenario = try scenario(
      only(kind) + [("meanArtefactSeconds", 200), ("meanCleanSeconds", 1)])
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 3600, rate: rate, level: 0, amplitude: 1)
    ])
    let trial = SampleChannels.trial()
    let noise = try difference(scenario.apply(to: channels, in: trial)[.ppg], channels[.ppg])
    let fft = RealFFT(count: count)
    let taper = (0..<count).map { 0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(count)) }
    var sum = Array(repeating: 0.0, count: fft.binCount)
    var power: [Double] = []
    for episode in scenario.episodes(in: TimeRange(start: 0, end: 3600), of: trial) {
      let indices = try #require(channels[.ppg]).indices(in: episode.range)
      for start in stride(from: indices.lowerBound, to: indices.upperBound - count, by: count) {
        let tapered = (0..<count).map { noise[start + $0] * taper[$0] / episode.amplitudeRatio }
        fft.powerSpectrum(of: tapered, into: &power)
        for bin in sum.indices { sum[bin] += power[bin] }
      }
    }
    // Means over thirds of octaves from 0.15 to 8 Hz, and a straight line through their levels.
    var points: [(x: Double, y: Double)] = []
    var low = 0.15
    while low * 1.26 < 8 {
      let bins = Int((low / rate * Double(count)).rounded(.up))...Int(low * 1.26 / rate * Double(count))
      let mean = bins.reduce(0.0) { $0 + sum[$1] } / Double(bins.count)
      let middle = bins.reduce(0.0) { $0 + log10(Double($1) * rate / Double(count)) } / Double(bins.count)
      points.append((middle, 10 * log10(mean)))
      low *= 1.26
    }
    let (mx, my) = (points.map(\.x).reduce(0, +), points.map(\.y).reduce(0, +))
    let n = Double(points.count)
    let top = points.reduce(0.0) { $0 + ($1.x - mx / n) * ($1.y - my / n) }
    let bottom = points.reduce(0.0) { $0 + ($1.x - mx / n) * ($1.x - mx / n) }
    #expect(abs(top / bottom - kind.slopeDecibelsPerDecade) < 1.5)
  }

  @Test func filterMatchesSciPy() throws {
    let oracle = try ArtefactNoiseOracle.load()
    #expect(oracle.rows.map(\.slope) == ArtefactKind.allCases.map(\.slopeDecibelsPerDecade))
    for row in oracle.rows {
      let noise = ArtefactNoise(slopeDecibelsPerDecade: row.slope)
      // After 200 s the slowest section is down by 31 times its time constant.
      let impulse = (0..<25_600).map { $0 == 0 ? 1.0 : 0 }
      let response = noise.filtered(impulse)
      for (hz, decibels) in zip(oracle.frequencies, row.decibels) {
        var (real, imaginary) = (0.0, 0.0)
        for (index, value) in response.enumerated() {
          let angle = 2 * Double.pi * hz * Double(index) / ArtefactNoise.sampleRate
          real += value * cos(angle)
          imaginary += value * sin(angle)
        }
        #expect(abs(10 * log10(real * real + imaginary * imaginary) - decibels) < 1e-6)
      }
    }
  }
}
