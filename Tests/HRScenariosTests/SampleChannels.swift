import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Channels with a known sinusoidal pulse.
enum SampleChannels {
  static let pulseHz = 1.25

  static func pulse(
    seconds: Double, rate: Double, level: Double, amplitude: Double, hz: Double = pulseHz
  ) -> Channel {
    let count = Int(seconds * rate)
    return .uniform(
      Signal(
        samples: (0..<count).map { level + amplitude * sin(2 * .pi * hz * Double($0) / rate) },
        sampleRate: rate))
  }

  /// A finger camera, a contact sensor, an accelerometer and an ECG.
  static func everything(seconds: Double = 60) -> Channels {
    Channels([
      .ppg: pulse(seconds: seconds, rate: 125, level: 0.5, amplitude: 0.2),
      .red: pulse(seconds: seconds, rate: 30, level: 220, amplitude: -2),
      .green: pulse(seconds: seconds, rate: 30, level: 40, amplitude: -1.5),
      .blue: pulse(seconds: seconds, rate: 30, level: 25, amplitude: -0.8),
      .ecg: pulse(seconds: seconds, rate: 125, level: 0, amplitude: 1),
      .respiration: pulse(seconds: seconds, rate: 25, level: 0, amplitude: 1, hz: 0.25),
      .accelerometerX: pulse(seconds: seconds, rate: 50, level: 0.6, amplitude: 0.001),
      .accelerometerY: pulse(seconds: seconds, rate: 50, level: 0.8, amplitude: 0.001),
      .accelerometerZ: pulse(seconds: seconds, rate: 50, level: 0, amplitude: 0.001),
    ])
  }

  /// The heart beats at ``pulseHz``, as it does in all channels.
  static func trial(_ seed: UInt64 = 1, seconds: Double = 600, noise: [Signal] = []) -> ScenarioTrial {
    let beats = Array(stride(from: 0, to: seconds, by: 1 / pulseHz))
    return ScenarioTrial(
      random: RandomSource(seed: seed, names: ["test"]), heart: InstantaneousHeartRate(.beats(beats)),
      noise: noise)
  }

  static func make(_ name: String, _ values: [(String, Double)] = []) throws -> any Scenario {
    let entry = try #require(Catalog<ScenarioEntry>.builtIn[name])
    let written = values.map { name, value -> ParameterValues.Entry in
      if case .integer? = entry.parameters.first(where: { $0.name == name })?.domain {
        return .init(name, .integer(Int(value)))
      }
      return .init(name, .number(value))
    }
    let made = try entry.make(ParameterValues(written))
    guard case .damage(let scenario) = made else { throw ScenarioFailure("\(name) moves beats") }
    return scenario
  }
}

/// Parameters that are each in their range, but contradict each other, or one outside.
struct Contradiction: Sendable {
  let scenario: String
  let values: [(String, Double)]
}

func meanSquare(_ values: [Double]) -> Double {
  values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
}

/// The first minus the second, sample by sample.
func difference(_ a: Channel?, _ b: Channel?) throws -> [Double] {
  let (first, second) = (try #require(a).values, try #require(b).values)
  return (0..<min(first.count, second.count)).map { first[$0] - second[$0] }
}
