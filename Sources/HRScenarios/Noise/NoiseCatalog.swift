internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// Scenarios that add random noise to the signal.
  static let noise = Catalog([
    ScenarioEntry(WhiteNoiseScenario.self),
    ScenarioEntry(PinkNoiseScenario.self),
    ScenarioEntry(BrownNoiseScenario.self),
    ScenarioEntry(BaselineWanderScenario.self),
    ScenarioEntry(SpikesScenario.self),
    ScenarioEntry(NoiseBurstsScenario.self),
    ScenarioEntry(NoiseStressTestScenario.self),
    ScenarioEntry(RecordedNoiseScenario.self),
  ])
}
