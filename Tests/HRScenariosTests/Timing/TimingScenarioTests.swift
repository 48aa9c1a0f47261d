import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

extension ScenarioPromise {
  static let timing: [ScenarioPromise] = [
    ScenarioPromise(name: "frameDrop", harmless: ("share", 0), keepsTimes: false),
    ScenarioPromise(name: "frameGaps", harmless: ("perMinute", 0), keepsTimes: false),
    ScenarioPromise(name: "frameJitter", harmless: ("deviationShare", 0), keepsTimes: false),
    ScenarioPromise(name: "variableFrameRate", harmless: ("lowestShare", 1), keepsTimes: false),
    ScenarioPromise(
      name: "resampled", harmless: ("framesPerSecond", 0), usesChance: false, keepsTimes: false),
    ScenarioPromise(name: "clockSkew", harmless: ("percent", 0), usesChance: false, keepsTimes: false),
    ScenarioPromise(name: "lag", harmless: ("seconds", 0), usesChance: false, keepsTimes: false),
  ]
}

/// The severity met is the severity asked for: the time of samples.
@Suite struct TimingScenarioTests {
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

  @Test(arguments: [
    Contradiction(scenario: "frameDrop", values: [("share", 0.95)])
  ]) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}
