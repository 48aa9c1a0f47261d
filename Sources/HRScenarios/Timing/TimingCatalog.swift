internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// What goes wrong with the time of samples.
  static let timing = Catalog([
    ScenarioEntry(FrameDropScenario.self),
    ScenarioEntry(FrameGapsScenario.self),
    ScenarioEntry(FrameJitterScenario.self),
    ScenarioEntry(VariableFrameRateScenario.self),
    ScenarioEntry(ResampledScenario.self),
    ScenarioEntry(ClockSkewScenario.self),
    ScenarioEntry(LagScenario.self),
  ])
}
