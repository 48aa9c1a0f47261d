internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// Scenarios of wrong sample times.
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
