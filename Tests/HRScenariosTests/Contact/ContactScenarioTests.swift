import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

extension ScenarioCase {
  static let contact: [ScenarioCase] = [
    ScenarioCase(name: "contactLoss", harmless: ["eventsPerMinute": 0]),
    ScenarioCase(
      name: "fingerShift", harmless: ["perMinute": 0], severe: ["stepRatio": 50, "perMinute": 20]),
    ScenarioCase(name: "looseStrap", harmless: ["perMinute": 0], severe: ["amplitudeRatio": 20]),
  ]
}

/// The measured severity equals the given one: contact.
@Suite struct ContactScenarioTests {
  @Test func contactLossDefeatsTheFingerGate() throws {
    let channels = SampleChannels.everything(seconds: 120)
    let scenario = try SampleChannels.make(
      "contactLoss", [("eventsPerMinute", 3), ("durationSeconds", 2), ("residual", 0.25)])
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
    let red = try #require(damaged[.red]).values
    let green = try #require(damaged[.green]).values
    let blue = try #require(damaged[.blue]).values
    let lost = red.indices.filter { index in
      let top = max(red[index], green[index], blue[index])
      let saturation = (top - min(red[index], green[index], blue[index])) / top
      return saturation <= 0.5 && top / 255 <= 0.5
    }
    #expect(lost == red.indices.filter { red[$0] != channels[.red]?.values[$0] })
    // Six events of two seconds; each edge rounds to a frame.
    #expect(abs(lost.count - 6 * 2 * 30) <= 12)
    for (a, b) in zip(lost.dropFirst(), lost) where a == b + 1 {
      let clean = try #require(channels[.red]).values
      let left: Double = red[a] - red[b]
      let pulse: Double = clean[a] - clean[b]
      #expect(abs(left - 0.25 * pulse) < 0.05)
    }
  }

  @Test func contactLossStepsOtherSensors() throws {
    let channels = SampleChannels.everything(seconds: 120)
    let scenario = try SampleChannels.make("contactLoss", [("residual", 0)])
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
    let changed = try #require(damaged[.ppg]).values.enumerated().filter { $1 != channels[.ppg]?.values[$0] }
    #expect(abs(changed.count - 4 * 3 * 125) < 12)
    // Level 0.5, moved by 2…6 amplitudes of 0.2, without a pulse.
    for (_, value) in changed { #expect((0.38...1.22).contains(abs(value - 0.5))) }
  }

  @Test(arguments: [
    Contradiction(scenario: "contactLoss", values: [("eventsPerMinute", 30), ("durationSeconds", 3)])
  ]) func contradictionsAreRefused(_ written: Contradiction) {
    #expect(throws: ParameterError.self) { try SampleChannels.make(written.scenario, written.values) }
  }
}
