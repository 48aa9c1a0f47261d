internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// What a finger or strap that does not stay in place does.
  static let contact = Catalog([
    ScenarioEntry(ContactLossScenario.self),
    ScenarioEntry(FingerShiftScenario.self),
    ScenarioEntry(LooseStrapScenario.self),
  ])
}
