package import HRPlugins

extension Catalog<DetectorEntry> {
  /// Detectors to be beaten: they know nothing of the pulse, or get it wrong on purpose.
  static let nulls: [DetectorEntry] = [
    DetectorEntry(ConstantDetector.self),
    DetectorEntry(HoldLastDetector.self),
    DetectorEntry(MetronomeDetector.self),
    DetectorEntry(PoissonDetector.self),
    DetectorEntry(CadenceDetector.self),
    DetectorEntry(DoubleDetector.self),
    DetectorEntry(HalfDetector.self),
  ]
}

extension DetectorEntry {
  /// Returns true if a detector is one of those that ship only to be beaten.
  package static func isNull(_ info: PluginInfo) -> Bool {
    Catalog<DetectorEntry>.nulls.contains { $0.info.definition == info.definition }
  }
}
