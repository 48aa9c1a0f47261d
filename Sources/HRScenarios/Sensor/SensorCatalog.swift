internal import HRPlugins

extension Catalog<ScenarioEntry> {
  /// What lamp, camera and converter do.
  static let sensor = Catalog([])
}
