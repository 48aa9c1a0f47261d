internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// What another heart does: these move the reference along.
  static let heart = Catalog([
    ScenarioEntry(EctopicBeatsScenario.self),
    ScenarioEntry(BigeminyScenario.self),
    ScenarioEntry(AtrialFibrillationScenario.self),
    ScenarioEntry(RateRampScenario.self),
    ScenarioEntry(RateStepScenario.self),
  ])
}
