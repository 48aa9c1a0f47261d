internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// What movement does.
  static let motion = Catalog([
    ScenarioEntry(MotionBurstsScenario.self)
  ])
}
