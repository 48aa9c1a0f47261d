import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: key frames.
@Suite struct KeyFrameTests {
  /// Far from both ends of the scale, with a pulse of amplitude 0.5 at 1.25 Hz.
  private static let green = SampleChannels.pulse(seconds: 120, rate: 30, level: 120, amplitude: -0.5)

  private func added(
    to channel: Channel = green, as kind: ChannelKind = .green, seed: UInt64 = 1,
    _ values: [(String, ParameterValue)]
  ) throws -> [Double] {
    let damaged = try SampleChannels.make("keyFrames", values)
      .apply(to: Channels([kind: channel]), in: SampleChannels.trial(seed))
    return try difference(damaged[kind], channel)
  }

  /// Amplitude of a line, by the sum that defines the Fourier transform; exact where whole cycles fit.
  private func line(_ samples: [Double], rate: Double, at hz: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * hz * Double(index) / rate
      real += sample * cos(angle)
      imaginary += sample * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }

  @Test(arguments: [30, 15, 60], [1.0, 10]) func linesAtTheRateOverTheInterval(
    _ interval: Int, _ ratio: Double
  )
    throws
  {
    let samples = try added([
      ("intervalFrames", .integer(interval)), ("amplitudeRatio", .number(ratio)),
      ("colourSpread", .number(0)), ("direction", .choice("up")),
    ])
    #expect(samples.indices.filter { samples[$0] != 0 } == Array(stride(from: 0, to: 3600, by: interval)))
    // The pulse's own amplitude is measured within 1 %.
    let height = try #require(samples.first)
    #expect(abs(height / (0.5 * ratio) - 1) < 0.01)
    for number in 1..<(interval / 2) {
      let met = line(samples, rate: 30, at: Double(number) * 30 / Double(interval))
      #expect(abs(met / (2 * height / Double(interval)) - 1) < 1e-9)
    }
    // There is no power between the lines.
    for number in 0..<3 {
      let hz: Double = (Double(number) + 0.5) * 30 / Double(interval)
      #expect(line(samples, rate: 30, at: hz) < 1e-9 * height)
    }
  }

  /// Frames are counted, whatever their times.
  @Test func countsFramesOnUnevenTimes() throws {
    let times = (0..<900).map { index -> Double in
      let wobble: Double = 0.008 * Double((index * 7) % 3)
      return 3 + Double(index) / 30 + wobble
    }
    let values = times.map { time -> Double in 120 + sin(2 * Double.pi * 1.25 * time) }
    let uneven = Channel.irregular(TimeSeries(times: times, values: values))
    let samples = try added(to: uneven, [])
    #expect(samples.indices.filter { samples[$0] != 0 } == Array(stride(from: 0, to: 900, by: 30)))
  }

  @Test(arguments: [1, 4, 14]) func jitterMovesThemByWholeFrames(_ jitter: Int) throws {
    var moves: [Int] = []
    for seed in UInt64(1)...4 {
      let samples = try added(seed: seed, [("jitterFrames", .integer(jitter))])
      let found = samples.indices.filter { samples[$0] != 0 }
      // One near the end may leave the recording; none outside can come into it.
      #expect((119...121).contains(found.count) && found.first == 0)
      for (number, frame) in found.enumerated() where number > 0 { moves.append(frame - 30 * number) }
    }
    #expect(moves.allSatisfy { abs($0) <= jitter })
    #expect(Set(moves) == Set(-jitter...jitter))
    // 476 moves, uniform: the mean has a standard error of at most (jitter + ½) / √(3 · 476).
    let mean: Double = Double(moves.reduce(0, +)) / Double(moves.count)
    let standardError: Double = (Double(jitter) + 0.5) / (3 * Double(moves.count)).squareRoot()
    #expect(abs(mean) < 4 * standardError)
  }

  @Test func coloursHaveFactorsOfTheirOwn() throws {
    let wave = Self.green
    let channels = Channels([.red: wave, .green: wave, .blue: wave, .ppg: wave])
    var factors: [Double] = []
    for seed in UInt64(1)...40 {
      let damaged = try SampleChannels.make("keyFrames", [("direction", ParameterValue.choice("down"))])
        .apply(to: channels, in: SampleChannels.trial(seed))
      let met = try channels.kinds.map { try #require(difference(damaged[$0], wave).first) / -5 }
      #expect(Set(met).count == 4)
      factors += met
    }
    // Uniform in 0.5…1.5, within the 1 % of the pulse's amplitude: 160 of them.
    #expect(factors.allSatisfy { (0.49...1.51).contains($0) })
    #expect((factors.min() ?? 1) < 0.55 && (factors.max() ?? 1) > 1.45)
    let mean: Double = factors.reduce(0, +) / 160
    let standardError: Double = 0.289 / 160.0.squareRoot()
    #expect(abs(mean - 1) < 4 * standardError)
  }

  @Test func directionIsAskedForOrDrawnForAll() throws {
    var up = 0
    for seed in UInt64(1)...40 {
      let channels = Channels([.red: Self.green, .green: Self.green])
      let damaged = try SampleChannels.make("keyFrames").apply(to: channels, in: SampleChannels.trial(seed))
      let signs = try [ChannelKind.red, .green].map { try difference(damaged[$0], Self.green)[30] > 0 }
      #expect(signs[0] == signs[1])
      up += signs[0] ? 1 : 0
    }
    #expect((8...32).contains(up))
    #expect(try added([("direction", .choice("up"))])[30] > 0)
    #expect(try added([("direction", .choice("down"))])[30] < 0)
  }

  @Test(arguments: [("up", 255.0), ("down", 0)]) func camerasAreClipped(_ direction: String, _ end: Double)
    throws
  {
    let near = SampleChannels.pulse(seconds: 20, rate: 30, level: abs(end - 5), amplitude: 2)
    let scenario = try SampleChannels.make(
      "keyFrames", [("direction", ParameterValue.choice(direction)), ("amplitudeRatio", .number(50))])
    let damaged = try #require(
      scenario.apply(to: Channels([.blue: near]), in: SampleChannels.trial())[.blue]
    ).values
    for index in damaged.indices {
      #expect(damaged[index] == (index % 30 == 0 ? end : near.values[index]))
    }
  }

  @Test(arguments: [
    Contradiction(scenario: "keyFrames", values: [("intervalFrames", 10), ("jitterFrames", 5)]),
    Contradiction(scenario: "keyFrames", values: [("intervalFrames", 1)]),
  ]) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}
