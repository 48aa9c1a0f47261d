import HRPluginTesting
import HRPlugins
import HRSignals
import OwnPlugins
import Testing

/// Tests of hreval's requirements on plugins, and of these plugins' own behaviour.
@Suite struct OwnPluginsTests {
  @Test func theDetectorKeepsItsPromises() {
    #expect(PluginContract.brokenPromises(of: DetectorEntry(SchmittDetector.self)) == [])
  }

  @Test func theFilterKeepsItsPromises() {
    #expect(PluginContract.brokenPromises(of: FilterEntry(RiseFilter.self)) == [])
  }

  @Test func theScenarioKeepsItsPromises() {
    var expectations = ScenarioExpectations()
    expectations.harmless = ["leftShare": 1]
    #expect(
      PluginContract.brokenPromises(of: ScenarioEntry(ColdFingerScenario.self), expecting: expectations) == []
    )
  }

  /// A square wave of 60 rises a minute; a rise between two samples costs 0.01 s in 6 s at most.
  @Test func countsRises() throws {
    let samples = (0..<1000).map { $0 % 100 < 50 ? 0.0 : 1 }
    let channels = Channels([.ppg: .uniform(Signal(samples: samples, sampleRate: 100))])
    let estimates = try DetectorEntry(SchmittDetector.self)
      .estimates(in: [TimeRange(start: 2, end: 9)], of: channels)
    let bpm = try #require(estimates[0].bpm)
    #expect(abs(bpm - 60) < 0.1)
  }

  @Test func risesOnly() {
    let wave = Signal(samples: [0, 1, 3, 2, 2, 5], sampleRate: 10)
    #expect(RiseFilter(parameters: .init()).apply(to: wave).samples == [0, 1, 2, 0, 0, 3])
  }

  /// Long after the onset, the pulse has the share of its height that is left, around the same level.
  @Test func fadesToTheShareThatIsLeft() throws {
    var parameters = ColdFingerScenario.Parameters()
    parameters.leftShare = 0.25
    parameters.fadeSeconds = 0.5
    let samples = (0..<3000).map { $0 % 50 < 25 ? 201.0 : 199.0 }
    let channels = Channels([.red: .uniform(Signal(samples: samples, sampleRate: 50))])
    let faded = ColdFingerScenario(parameters: parameters).apply(
      to: channels, in: ScenarioTrial(random: RandomSource(seed: 1, names: [])))
    let end = try #require(faded[.red]).values[2800..<2900]
    #expect(end.allSatisfy { abs(abs($0 - 200) - 0.25) < 0.02 })
  }
}
