import HRTestSupport
import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

struct FlickerOracle: Decodable, Sendable {
  struct Row: Decodable, Sendable {
    let lightHz: Double
    let exposureSeconds: Double
    let readoutSeconds: Double
    let factor: Double
    let quadrature: Double
  }

  let rows: [Row]

  static func load() throws -> FlickerOracle {
    try OracleFile.decode("flicker_average")
  }
}

/// The measured severity equals the given one: flicker.
@Suite struct FlickerScenarioTests {
  struct Alias: Sendable {
    let lightHz: Double
    let framesPerSecond: Double
    let aliasHz: Double
  }

  static let aliases = [
    Alias(lightHz: 100, framesPerSecond: 30, aliasHz: 10),
    Alias(lightHz: 120, framesPerSecond: 29.97, aliasHz: 0.12),
    Alias(lightHz: 120, framesPerSecond: 29.7, aliasHz: 1.2),
    Alias(lightHz: 100, framesPerSecond: 24.7, aliasHz: 1.2),
    Alias(lightHz: 98.3, framesPerSecond: 240, aliasHz: 98.3),
  ]

  /// The frames' relative change on a constant level, as a function of time.
  static func modulation(
    seconds: Double = 100, rate: Double, start: Double = 0, seed: UInt64 = 1, _ values: [(String, Double)]
  ) throws -> [Double] {
    let clean = SampleChannels.even(
      Array(repeating: 80, count: Int(seconds * rate)), rate: rate, start: start)
    let damaged = try SampleChannels.make("flicker", values)
      .apply(to: Channels([.green: clean]), in: SampleChannels.trial(seed))
    return try ratio(damaged[.green], clean).map { $0 - 1 }
  }

  /// Amplitude at each frequency of a fine grid, by the sum that defines the Fourier transform, at the frames' times.
  static func strongest(_ samples: [Double], rate: Double, stepHz: Double = 0.02) -> (
    hz: Double, amplitude: Double
  ) {
    var best = (hz: 0.0, amplitude: 0.0)
    for step in 1...Int(rate / 2 / stepHz) {
      let hz = Double(step) * stepHz
      let turn = (cosine: cos(2 * Double.pi * hz / rate), sine: sin(2 * Double.pi * hz / rate))
      var (cosine, sine) = (1.0, 0.0)
      var (real, imaginary) = (0.0, 0.0)
      for sample in samples {
        real += sample * cosine
        imaginary += sample * sine
        (cosine, sine) = (
          cosine * turn.cosine - sine * turn.sine, sine * turn.cosine + cosine * turn.sine
        )
      }
      let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
      if amplitude > best.amplitude { best = (hz, amplitude) }
    }
    return best
  }

  @Test(arguments: aliases, [0.1, 1, 5]) func aliasAndDepth(_ alias: Alias, _ depth: Double) throws {
    // A spectrum resolves one over the duration. Cut cycles cost the amplitude up to 1 / (2π · cycles).
    let seconds = alias.framesPerSecond > 100 ? 10.0 : 100
    let samples = try Self.modulation(
      seconds: seconds, rate: alias.framesPerSecond, [("lightHz", alias.lightHz), ("depthPercent", depth)])
    let found = Self.strongest(samples, rate: alias.framesPerSecond, stepHz: seconds < 100 ? 0.1 : 0.02)
    #expect(abs(found.hz - alias.aliasHz) < 1.1 / seconds)
    let cycles = seconds * alias.aliasHz
    #expect(abs(found.amplitude / (depth / 100) - 1) < 0.002 + 1 / (2 * Double.pi * cycles))
  }

  /// Frames taken at 29.7 and 24.7 per second with time stamps of 30: 1.2 Hz and 30 / rate times that.
  @Test(arguments: [(120.0, 29.7), (100, 24.7), (120, 29.97)])
  func trueRateAgainstTimeStamps(_ lightHz: Double, _ trueRate: Double) throws {
    let samples = try Self.modulation(
      rate: 30, [("lightHz", lightHz), ("depthPercent", 2), ("trueFramesPerSecond", trueRate)])
    let wrapped = lightHz - (lightHz / trueRate).rounded() * trueRate
    #expect(abs(Self.strongest(samples, rate: 30).hz - abs(wrapped) * 30 / trueRate) < 0.011)
    // The same frames with honest time stamps.
    let honest = try Self.modulation(rate: trueRate, [("lightHz", lightHz), ("depthPercent", 2)])
    for (a, b) in zip(samples, honest) { #expect(abs(a - b) < 1e-10) }
  }

  @Test func exposureAndRollingShutterAverageAsTheIntegralDoes() throws {
    let rows = try FlickerOracle.load().rows
    #expect(rows.count == 11)
    for row in rows {
      let plain = try Self.modulation(
        seconds: 5, rate: 27.3, [("lightHz", row.lightHz), ("depthPercent", 50)])
      let averaged = try Self.modulation(
        seconds: 5, rate: 27.3,
        [
          ("lightHz", row.lightHz), ("depthPercent", 50), ("exposureSeconds", row.exposureSeconds),
          ("readoutSeconds", row.readoutSeconds),
        ])
      #expect(abs(row.quadrature) < 1e-9)
      // The oracle's own error is below 10⁻⁶; the sign counts.
      for (a, b) in zip(averaged, plain) { #expect(abs(a - row.factor * b) < 1e-6) }
    }
  }

  /// Cameras avoid banding by exposing for whole cycles of the lamp.
  @Test func wholeCyclesOfExposureHideTheLamp() throws {
    let samples = try Self.modulation(
      rate: 29.7, [("lightHz", 120), ("depthPercent", 50), ("exposureSeconds", 2.0 / 120)])
    #expect(samples.allSatisfy { abs($0) < 1e-12 })
  }

  @Test func coloursShareTheLampAndTheTopClips() throws {
    let flat = Array(repeating: 1.0, count: 900)
    let channels = Channels([
      .red: SampleChannels.even(flat.map { $0 * 250 }), .green: SampleChannels.even(flat.map { $0 * 40 }),
      .blue: SampleChannels.even(flat.map { $0 * 20 }),
    ])
    let damaged = try SampleChannels.make("flicker", [("depthPercent", 10)])
      .apply(to: channels, in: SampleChannels.trial())
    let green = try ratio(damaged[.green], channels[.green])
    let blue = try ratio(damaged[.blue], channels[.blue])
    for (a, b) in zip(green, blue) { #expect(abs(a - b) < 1e-12) }
    let red = try #require(damaged[.red]).values
    for (value, gain) in zip(red, green) { #expect(abs(value - min(250 * gain, 255)) < 1e-9) }
    #expect(red.contains(255))
  }

  /// The lamp's phase does not depend on the recording's start.
  @Test func theLampKeepsItsPhase() throws {
    let all = try Self.modulation(seconds: 60, rate: 30, [("lightHz", 119)])
    let later = try Self.modulation(seconds: 20, rate: 30, start: 40, [("lightHz", 119)])
    for (a, b) in zip(all.suffix(600), later) { #expect(abs(a - b) < 1e-10) }
    let other = try Self.modulation(seconds: 60, rate: 30, seed: 2, [("lightHz", 119)])
    #expect(zip(all, other).contains { abs($0 - $1) > 1e-3 })
  }
}
