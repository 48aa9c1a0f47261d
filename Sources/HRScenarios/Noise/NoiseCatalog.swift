internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// What is added to the signal by chance.
  static let noise = Catalog([
    ScenarioEntry(WhiteNoiseScenario.self),
    ScenarioEntry(BaselineWanderScenario.self),
  ])
}
