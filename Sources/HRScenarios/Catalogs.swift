package import HRPlugins

extension Catalog<ScenarioEntry> {
  /// Every scenario that ships with hreval, in the order reports list them.
  package static let builtIn = Catalog([
    ScenarioEntry(CleanScenario.self),
    ScenarioEntry(WhiteNoiseScenario.self),
    ScenarioEntry(BaselineWanderScenario.self),
    ScenarioEntry(MotionBurstsScenario.self),
    ScenarioEntry(ContactLossScenario.self),
    ScenarioEntry(FrameDropScenario.self),
  ])
}
