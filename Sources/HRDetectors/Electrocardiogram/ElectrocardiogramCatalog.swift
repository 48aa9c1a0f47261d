internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// R peaks of an electrocardiogram.
  static let electrocardiogram: [DetectorEntry] = []
}
