internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// Scenarios of another heart: these move the reference along.
  static let heart = Catalog([
    ScenarioEntry(EctopicBeatsScenario.self),
    ScenarioEntry(BigeminyScenario.self),
    ScenarioEntry(AtrialFibrillationScenario.self),
    ScenarioEntry(RateRampScenario.self),
    ScenarioEntry(RateStepScenario.self),
  ])
}
