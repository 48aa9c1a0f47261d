import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

extension ScenarioCase {
  static let motion: [ScenarioCase] = [
    ScenarioCase(
      name: "motionBursts", harmless: ["amplitudeRatio": 0], severe: ["amplitudeRatio": 50]),
    ScenarioCase(
      name: "cadenceMotion", harmless: ["amplitudeRatio": 0], severe: ["amplitudeRatio": 20]),
    ScenarioCase(name: "pulseMotion", harmless: ["amplitudeRatio": 0], severe: ["amplitudeRatio": 20]),
    ScenarioCase(
      name: "artefacts.paliakaite", harmless: ["amplitudeRatio": 0],
      severe: ["amplitudeRatio": 20, "meanCleanSeconds": 1]),
    ScenarioCase(name: "lockedMotion", harmless: ["amplitudeRatio": 0], severe: ["amplitudeRatio": 20]),
    ScenarioCase(name: "exerciseOnset", harmless: ["amplitudeRatio": 0], severe: ["amplitudeRatio": 20]),
  ]
}

/// The measured severity equals the given one: motion.
@Suite struct MotionScenarioTests {
  @Test(arguments: [1.0, 3, 6]) func motionBurstRateAndHeight(_ perMinute: Double) throws {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 600, rate: 50, level: 0, amplitude: 1),
      .accelerometerX: .uniform(Signal(samples: Array(repeating: 0, count: 30_000), sampleRate: 50)),
      .accelerometerY: .uniform(Signal(samples: Array(repeating: 0, count: 30_000), sampleRate: 50)),
      .accelerometerZ: .uniform(Signal(samples: Array(repeating: 0, count: 30_000), sampleRate: 50)),
    ])
    let scenario = try SampleChannels.make(
      "motionBursts",
      [
        ("burstsPerMinute", perMinute), ("amplitudeRatio", 2), ("shortestBurstSeconds", 4),
        ("longestBurstSeconds", 6),
      ])
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
    let motion = try difference(damaged[.ppg], channels[.ppg])
    let active = motion.indices.filter { motion[$0] != 0 }
    // A pause of a quarter of a second separates bursts; back-to-back slots may touch.
    let bursts = zip(active.dropFirst(), active).filter { $0 - $1 > 12 }.count + 1
    #expect(abs(Double(bursts) - 10 * perMinute) <= max(1, perMinute))
    let activeSeconds = Double(active.count) / 50
    #expect(abs(activeSeconds - 50 * perMinute) < 7.5 * perMinute)
    // Ramps of 0.4 s at both ends take 5 of 8 parts of their power each: (5 − 0.8 · 5/8) / 5 = 0.9.
    let height = (2 * meanSquare(active.map { motion[$0] }) / 0.9).squareRoot()
    #expect(abs(height / 2 - 1) < 0.1)
    // The three axes move as the pulse channel does, along one direction at a time.
    let axes = [ChannelKind.accelerometerX, .accelerometerY, .accelerometerZ].compactMap {
      damaged[$0]?.values
    }
    for index in active {
      let squares: Double = axes.reduce(0.0) { $0 + $1[index] * $1[index] }
      let length = squares.squareRoot()
      #expect(abs(length - 0.15 * abs(motion[index])) < 1e-3)
    }
  }

  @Test(arguments: [
    Contradiction(scenario: "motionBursts", values: [("burstsPerMinute", 30), ("longestBurstSeconds", 3)]),
    Contradiction(scenario: "motionBursts", values: [("shortestBurstSeconds", 9)]),
    Contradiction(
      scenario: "artefacts.paliakaite",
      values: [("displacementShare", 0), ("forearmShare", 0), ("handShare", 0), ("contactShare", 0)]),
  ]) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}
