internal import HRPlugins

extension Catalog<ExtractorEntry> {
  /// Pulse waves from the colours of a camera.
  static let camera: [ExtractorEntry] = []
}
