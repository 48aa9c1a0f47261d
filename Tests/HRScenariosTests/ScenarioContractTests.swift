import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// What every scenario promises, for each row of the catalog.
@Suite struct ScenarioContractTests {
  static let names = Catalog<ScenarioEntry>.builtIn.names

  @Test func catalogOrder() {
    #expect(
      Self.names == ["clean", "whiteNoise", "baselineWander", "motionBursts", "contactLoss", "frameDrop"])
  }

  @Test(arguments: names) func sameRandomSourceSameBits(_ name: String) throws {
    let scenario = try SampleChannels.make(name)
    let channels = SampleChannels.everything()
    let first = scenario.apply(to: channels, random: SampleChannels.random())
    #expect(first == scenario.apply(to: channels, random: SampleChannels.random()))
    let other = scenario.apply(to: channels, random: SampleChannels.random(2))
    #expect((first == other) == (name == "clean"))
  }

  @Test(arguments: names) func aChannelDoesNotDependOnTheOthers(_ name: String) throws {
    let scenario = try SampleChannels.make(name)
    let channels = SampleChannels.everything()
    let together = scenario.apply(to: channels, random: SampleChannels.random())
    for kind in channels.kinds {
      var alone = Channels()
      alone[kind] = channels[kind]
      #expect(scenario.apply(to: alone, random: SampleChannels.random())[kind] == together[kind], "\(kind)")
    }
  }

  @Test(arguments: names) func onlyLightAndMotionAreTouched(_ name: String) throws {
    let scenario = try SampleChannels.make(name)
    let channels = SampleChannels.everything()
    let damaged = scenario.apply(to: channels, random: SampleChannels.random())
    #expect(damaged.kinds == channels.kinds)
    for kind in channels.kinds {
      let mayChange =
        name != "clean"
        && (kind.isOptical || name == "motionBursts" && kind.rawValue.hasPrefix("accelerometer"))
      #expect((damaged[kind] != channels[kind]) == mayChange, "\(kind)")
    }
  }

  @Test(arguments: names) func cameraLevelsStayOnTheScale(_ name: String) throws {
    let severe: [String: [(String, Double)]] = [
      "whiteNoise": [("snrDecibels", -20.0)], "baselineWander": [("amplitudeRatio", 50)],
      "motionBursts": [("amplitudeRatio", 50)],
    ]
    let channels = Channels([
      .red: SampleChannels.pulse(seconds: 60, rate: 30, level: 245, amplitude: 9),
      .blue: SampleChannels.pulse(seconds: 60, rate: 30, level: 10, amplitude: 9),
    ])
    let damaged = try SampleChannels.make(name, severe[name] ?? []).apply(
      to: channels, random: SampleChannels.random())
    for kind in channels.kinds {
      let values = try #require(damaged[kind]).values
      #expect(values.allSatisfy { (0...255).contains($0) })
      if severe[name] != nil { #expect(values.contains(kind == .red ? 255 : 0)) }
    }
  }

  @Test(arguments: [
    ("baselineWander", "amplitudeRatio"), ("motionBursts", "amplitudeRatio"),
    ("motionBursts", "burstsPerMinute"),
    ("contactLoss", "eventsPerMinute"), ("frameDrop", "share"),
  ])
  func zeroSeverityIsCleanBitForBit(_ name: String, _ parameter: String) throws {
    let channels = SampleChannels.everything()
    for seed in UInt64(1)...5 {
      let scenario = try SampleChannels.make(name, [(parameter, 0)])
      #expect(scenario.apply(to: channels, random: SampleChannels.random(seed)) == channels)
    }
  }

  @Test(arguments: names) func emptyFlatAndShortChannelsAreSurvived(_ name: String) throws {
    let scenario = try SampleChannels.make(name)
    for samples in [[], [5.0], [5, 6], Array(repeating: 5.0, count: 300)] {
      let channels = Channels([.ppg: .uniform(Signal(samples: samples, sampleRate: 30))])
      let damaged = scenario.apply(to: channels, random: SampleChannels.random())
      let values = try #require(damaged[.ppg]).values
      #expect(values.allSatisfy { abs($0 - 5) <= 1 + 1e-9 })
    }
  }

  @Test(arguments: names) func missingSamplesStayMissing(_ name: String) throws {
    var samples = SampleChannels.pulse(seconds: 20, rate: 30, level: 200, amplitude: 2).values
    for index in [0, 1, 50, 51, 52, 599] { samples[index] = .nan }
    let channels = Channels([.red: .uniform(Signal(samples: samples, sampleRate: 30))])
    let values = try #require(
      try SampleChannels.make(name).apply(to: channels, random: SampleChannels.random())[.red]
    ).values
    #expect(name == "frameDrop" || values.indices.filter { values[$0].isNaN } == [0, 1, 50, 51, 52, 599])
  }

  struct Contradiction: Sendable {
    let scenario: String
    let values: [(String, Double)]
  }

  static let contradictions = [
    Contradiction(scenario: "motionBursts", values: [("burstsPerMinute", 30), ("longestBurstSeconds", 3)]),
    Contradiction(scenario: "motionBursts", values: [("shortestBurstSeconds", 9)]),
    Contradiction(scenario: "contactLoss", values: [("eventsPerMinute", 30), ("durationSeconds", 3)]),
    Contradiction(scenario: "baselineWander", values: [("lowestHz", 0.5), ("highestHz", 0.2)]),
    Contradiction(scenario: "frameDrop", values: [("share", 0.95)]),
    Contradiction(scenario: "whiteNoise", values: [("snrDecibels", 61)]),
  ]

  @Test(arguments: contradictions) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}
