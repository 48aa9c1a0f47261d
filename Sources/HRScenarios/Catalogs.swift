package import HRPlugins

extension Catalog<ScenarioEntry> {
  /// All scenarios that ship with hreval, in the order of reports.
  package static let builtIn =
    Catalog([ScenarioEntry(CleanScenario.self)]) + .noise + .motion + .contact + .sensor + .timing + .heart
}
