import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

extension ScenarioCase {
  static let timing: [ScenarioCase] = [
    ScenarioCase(name: "frameDrop", harmless: ["share": 0], keepsTimes: false),
    ScenarioCase(name: "frameGaps", harmless: ["perMinute": 0], keepsTimes: false),
    ScenarioCase(name: "frameJitter", harmless: ["deviationShare": 0], keepsTimes: false),
    ScenarioCase(name: "variableFrameRate", harmless: ["lowestShare": 1], keepsTimes: false),
    ScenarioCase(
      name: "resampled", harmless: ["framesPerSecond": 0], usesChance: false, keepsTimes: false),
    ScenarioCase(name: "clockSkew", harmless: ["percent": 0], usesChance: false, keepsTimes: false),
    ScenarioCase(name: "lag", harmless: ["seconds": 0], usesChance: false, keepsTimes: false),
  ]
}

/// Tests of time stamps, and of the common parts of all scenarios of frames.
@Suite struct TimingScenarioTests {
  /// Scenarios with settings that move or lose many frames.
  static let frameScenarios: [(name: String, values: [(String, Double)])] = [
    ("frameDrop", [("share", 0.3)]), ("frameGaps", [("perMinute", 20)]),
    ("frameJitter", [("deviationShare", 0.6)]),
    ("variableFrameRate", [("lowestShare", 0.4), ("switchesPerMinute", 20)]),
  ]

  static func make(_ name: String, _ values: [(String, Double)], _ timeStamps: TimeStamps) throws
    -> any Scenario
  {
    let entry = try #require(Catalog<ScenarioEntry>.builtIn[name])
    let numbers = values.map { ParameterValues.Entry($0.0, .number($0.1)) }
    let made = try entry.make(ParameterValues(numbers + [.init("timeStamps", .choice(timeStamps.rawValue))]))
    guard case .damage(let scenario) = made else { throw ScenarioFailure("\(name) moves beats") }
    return scenario
  }

  /// 1.25 Hz at 30 frames per second, starting at 7 s, all colours; with an uneven infrared channel.
  static func camera(seconds: Double, rate: Double = 30) -> Channels {
    var channels = Channels()
    for (kind, height) in [(ChannelKind.red, 2.0), (.green, 1.5), (.blue, 0.8)] {
      let values = SampleChannels.pulse(seconds: seconds, rate: rate, level: 120, amplitude: height).values
      channels[kind] = .uniform(Signal(samples: values, sampleRate: rate, startTime: 7))
    }
    let count = Int(seconds * rate)
    let times = (0..<count).map { index -> Double in
      let wobble: Double = index % 3 == 0 ? 0.2 : 0
      return 7 + (Double(index) + wobble) / rate
    }
    channels[.infrared] = .irregular(
      TimeSeries(times: times, values: times.map { 5 + sin(2 * .pi * 1.25 * ($0 - 7)) }))
    return channels
  }

  @Test(arguments: frameScenarios.indices) func evenFramesAreTheSameFrames(_ which: Int) throws {
    let (name, values) = Self.frameScenarios[which]
    let channels = Self.camera(seconds: 60)
    func applied(_ timeStamps: TimeStamps) throws -> Channels {
      try Self.make(name, values, timeStamps).apply(to: channels, in: SampleChannels.trial())
    }
    let kept = try applied(.kept)
    let nominal = try applied(.evenAtNominalRate)
    let mean = try applied(.evenAtMeanRate)
    for kind in channels.kinds {
      guard case .irregular(let frames)? = kept[kind], case .uniform(let even)? = nominal[kind],
        case .uniform(let spread)? = mean[kind], let clean = channels[kind]
      else {
        Issue.record("kept is uneven, the others are even")
        return
      }
      #expect(even.samples == frames.values)
      #expect(spread.samples == frames.values)
      #expect(even.startTime == frames.times[0])
      #expect(spread.startTime == frames.times[0])
      #expect(even.sampleRate == clean.nominalRate)
      #expect(abs(spread.time(at: spread.count - 1) - frames.times[frames.count - 1]) < 1e-9)
      #expect(zip(frames.times.dropFirst(), frames.times).allSatisfy { $0 > $1 })
      #expect(frames.values != clean.values)
    }
    // One camera: its colours lose the same frames.
    #expect(kept[.red]?.times == kept[.green]?.times)
    #expect(kept[.red]?.times == kept[.blue]?.times)
  }

  /// `frameDrop` names its stream by the recording's length; the others must not depend on it.
  @Test(arguments: frameScenarios.indices.dropFirst()) func theEndDoesNotChangeWhatCameBefore(_ which: Int)
    throws
  {
    let (name, values) = Self.frameScenarios[which]
    let scenario = try Self.make(name, values, .kept)
    let long = try scenario.apply(to: Self.camera(seconds: 120), in: SampleChannels.trial())
    let short = try scenario.apply(to: Self.camera(seconds: 60), in: SampleChannels.trial())
    // A stretch of six seconds may still be under way at the short one's end, at 67 s, and differ: so from 61 s on.
    let before = TimeRange(start: 0, end: 60)
    #expect(long[.red]?.cut(to: before) == short[.red]?.cut(to: before))
    #expect(try #require(short[.red]).cut(to: before).count > 300)
  }

  @Test(arguments: [0.05, 0.3, 0.9]) func droppedShare(_ share: Double) throws {
    let channels = SampleChannels.everything(seconds: 300)
    let scenario = try SampleChannels.make("frameDrop", [("share", share)])
    var kept = 0
    for seed in UInt64(1)...3 {
      let damaged = try scenario.apply(to: channels, in: SampleChannels.trial(seed))
      guard case .irregular(let red)? = damaged[.red], case .irregular(let green)? = damaged[.green] else {
        Issue.record("dropped frames leave irregular channels")
        return
      }
      kept += red.count
      #expect(red.times == green.times)
      #expect(red.times.first == 0)
      #expect(red.times.last == 8999.0 / 30)
      let clean = try #require(channels[.red])
      for (time, value) in zip(red.times, red.values) {
        #expect(value == clean.values[Int((time * 30).rounded())])
      }
    }
    // Four standard errors of a share of 27,000 frames.
    let standardError: Double = (share * (1 - share) / 27_000).squareRoot()
    let met: Double = 1 - Double(kept) / 27_000
    #expect(abs(met - share) < 4 * standardError)
  }

  /// The frames that `frameDrop` 1 loses are unchanged.
  @Test func droppedFramesAreThoseTheyWere() throws {
    let channels = SampleChannels.everything()
    let trial = SampleChannels.trial(5)
    let damaged = try SampleChannels.make("frameDrop", [("share", 0.3)]).apply(to: channels, in: trial)
    var stream = trial.random.stream("frames 1800 at 30.0 from 0.0")
    let kept = (0..<1800).filter { index in
      let lost = stream.uniform() < 0.3
      return !lost || index == 0 || index == 1799
    }
    let clean = try #require(channels[.red])
    #expect(
      damaged[.red]
        == .irregular(
          TimeSeries(times: kept.map { Double($0) / 30 }, values: kept.map { clean.values[$0] })))
  }

  @Test(arguments: [30.0, 125]) func lostFramesTakenAsEvenReadTooHigh(_ rate: Double) throws {
    let channels = Channels([.ppg: SampleChannels.pulse(seconds: 300, rate: rate, level: 0, amplitude: 1)])
    for (timeStamps, expectedHz, tolerance) in [
      // Four standard errors of the mean count of three runs: 4 √(0.3 × 0.7 / 27,000) / 0.7 = 1.6 %.
      (TimeStamps.evenAtNominalRate, 1.25 / 0.7, 0.016),
      // 375 beats between crossings: a crossing is found to a small part of one interval.
      (.evenAtMeanRate, 1.25, 0.002), (.kept, 1.25, 0.0002),
    ] {
      let scenario = try Self.make("frameDrop", [("share", 0.3)], timeStamps)
      let met = try (UInt64(1)...3).map { seed in
        let damaged = try scenario.apply(to: channels, in: SampleChannels.trial(seed))
        return try #require(damaged[.ppg]).crossingHz(of: 0)
      }
      let meanHz = met.reduce(0, +) / 3
      #expect(abs(meanHz / expectedHz - 1) < tolerance, "\(timeStamps): \(met)")
    }
  }

  @Test(arguments: [
    Contradiction(scenario: "frameDrop", values: [("share", 0.95)]),
    Contradiction(scenario: "frameGaps", values: [("shortestSeconds", 0.7)]),
    Contradiction(scenario: "frameGaps", values: [("perMinute", 30), ("longestSeconds", 3)]),
    Contradiction(scenario: "frameJitter", values: [("deviationShare", 0.61)]),
    Contradiction(scenario: "variableFrameRate", values: [("lowestShare", 0.1)]),
    Contradiction(scenario: "resampled", values: [("framesPerSecond", 0.5)]),
    Contradiction(scenario: "clockSkew", values: [("percent", 5.5)]),
    Contradiction(scenario: "lag", values: [("seconds", -31)]),
  ]) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}

extension Channel {
  /// Intervals from frame to frame, in seconds.
  var intervals: [Double] { zip(times.dropFirst(), times).map { $0 - $1 } }

  /// Mean rate of upward crossings of a level, found by straight lines between samples.
  func crossingHz(of level: Double) throws -> Double {
    let (times, values) = (times, values)
    var crossings: [Double] = []
    for index in values.indices.dropFirst() where values[index - 1] < level && values[index] >= level {
      let share = (level - values[index - 1]) / (values[index] - values[index - 1])
      crossings.append(times[index - 1] + share * (times[index] - times[index - 1]))
    }
    let (first, last) = (try #require(crossings.first), try #require(crossings.last))
    return Double(crossings.count - 1) / (last - first)
  }
}
