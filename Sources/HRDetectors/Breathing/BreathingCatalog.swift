internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// Breathing rate from a pulse wave.
  static let breathing: [DetectorEntry] = []
}
