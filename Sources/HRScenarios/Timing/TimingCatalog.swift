internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// What goes wrong with the time of samples.
  static let timing = Catalog([
    ScenarioEntry(FrameDropScenario.self)
  ])
}
