internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// Breathing rate from a pulse wave.
  static let breathing: [DetectorEntry] = [
    DetectorEntry(BreathingFFTDetector.self),
    DetectorEntry(BreathingARDetector.self),
    DetectorEntry(BreathingCountDetector.self),
    DetectorEntry(BreathingFusionDetector.self),
  ]
}
