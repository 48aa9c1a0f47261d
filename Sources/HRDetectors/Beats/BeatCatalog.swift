internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// Published detectors of beats in a pulse wave.
  static let beats: [DetectorEntry] = []
}
