internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// What is added to the signal by chance.
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
