internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// Rates of a window without its beats: spectra, correlation, models.
  static let rates: [DetectorEntry] = []
}
