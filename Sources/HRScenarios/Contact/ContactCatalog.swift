internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// Scenarios of a finger or strap that does not stay in place.
  static let contact = Catalog([
    ScenarioEntry(ContactLossScenario.self),
    ScenarioEntry(FingerShiftScenario.self),
    ScenarioEntry(LooseStrapScenario.self),
  ])
}
