internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// Scenarios of movement.
  static let motion = Catalog([
    ScenarioEntry(MotionBurstsScenario.self),
    ScenarioEntry(CadenceMotionScenario.self),
    ScenarioEntry(PulseMotionScenario.self),
    ScenarioEntry(PaliakaiteScenario.self),
    ScenarioEntry(LockedMotionScenario.self),
    ScenarioEntry(ExerciseOnsetScenario.self),
  ])
}
