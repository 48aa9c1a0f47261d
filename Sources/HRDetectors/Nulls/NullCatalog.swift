internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// There to be beaten: what knows nothing of the pulse, or gets it wrong on purpose.
  static let nulls: [DetectorEntry] = [
    DetectorEntry(ConstantDetector.self)
  ]
}
