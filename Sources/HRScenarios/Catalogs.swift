package import HRPlugins

extension Catalog<ScenarioEntry> {
  /// Every scenario that ships with hreval, in the order reports list them.
  package static let builtIn =
    Catalog([ScenarioEntry(CleanScenario.self)]) + .noise + .motion + .contact + .sensor + .timing + .heart
}
