import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

extension ScenarioCase {
  static let sensor: [ScenarioCase] = [
    ScenarioCase(name: "flicker", harmless: ["depthPercent": 0]),
    ScenarioCase(name: "autoExposure", harmless: ["perMinute": 0]),
    ScenarioCase(name: "whiteBalance", harmless: ["stepPercent": 0]),
    ScenarioCase(name: "quantisation", harmless: ["bits": 0], usesChance: false),
    ScenarioCase(
      name: "saturation", harmless: ["share": 0], usesChance: false, changesByDefault: [.ppg, .red]),
    ScenarioCase(name: "channelDropout", harmless: ["share": 0], changesByDefault: [.red]),
    ScenarioCase(name: "gainStep", harmless: ["factor": 1], usesChance: false),
    ScenarioCase(
      name: "polarityFlip", whyNeverHarmless: "a wave is upside down or it is not", usesChance: false),
    ScenarioCase(name: "sensorOff", harmless: ["seconds": 0], usesChance: false),
    ScenarioCase(name: "keyFrames", harmless: ["amplitudeRatio": 0]),
    ScenarioCase(name: "overexposure", harmless: ["redMean": 0], changesByDefault: [.red]),
    ScenarioCase(
      name: "rawCounts", harmless: ["deviationCounts": 0], usesChance: false, changesByDefault: [.ppg]),
  ]
}

extension SampleChannels {
  /// Makes a scenario with parameters of any type.
  static func make(_ name: String, _ values: [(String, ParameterValue)]) throws -> any Scenario {
    let entry = try #require(Catalog<ScenarioEntry>.builtIn[name])
    let made = try entry.make(ParameterValues(values.map { .init($0.0, $0.1) }))
    guard case .damage(let scenario) = made else { throw ScenarioFailure("\(name) moves beats") }
    return scenario
  }

  /// Even numbers in [0, 1) from their index alone, in no order.
  static func scattered(_ count: Int) -> [Double] {
    (0..<count).map { (Double($0) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1) }
  }

  static func even(_ samples: [Double], rate: Double = 30, start: Double = 0) -> Channel {
    .uniform(Signal(samples: samples, sampleRate: rate, startTime: start))
  }
}

/// Values of the damaged channel over those of the clean one, sample by sample.
func ratio(_ damaged: Channel?, _ clean: Channel?) throws -> [Double] {
  zip(try #require(damaged).values, try #require(clean).values).map { $0 / $1 }
}

@Suite struct SensorParameterTests {
  @Test(arguments: [
    Contradiction(scenario: "flicker", values: [("trueFramesPerSecond", 0.5)]),
    Contradiction(scenario: "flicker", values: [("depthPercent", 51)]),
    Contradiction(scenario: "autoExposure", values: [("timeConstantSeconds", 0)]),
    Contradiction(scenario: "whiteBalance", values: [("stepPercent", 100)]),
    Contradiction(scenario: "quantisation", values: [("bits", 17)]),
    Contradiction(scenario: "saturation", values: [("share", 0.6)]),
    Contradiction(scenario: "channelDropout", values: [("share", 1.1)]),
    Contradiction(scenario: "gainStep", values: [("factor", 0)]),
    Contradiction(scenario: "sensorOff", values: [("fromShare", -0.1)]),
  ]) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}
