package import HRPlugins

extension Catalog<DetectorEntry> {
  /// There to be beaten: what knows nothing of the pulse, or gets it wrong on purpose.
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
  /// Whether a detector is one of those that ship only to be beaten.
  package static func isNull(_ info: PluginInfo) -> Bool {
    Catalog<DetectorEntry>.nulls.contains { $0.info.definition == info.definition }
  }
}
