internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// Pulse wave and accelerometer together.
  static let wrist: [DetectorEntry] = [
    DetectorEntry(WFPVDetector.self),
    DetectorEntry(WFPVViterbiDetector.self),
    DetectorEntry(SpaMaDetector.self),
    DetectorEntry(SpaMaPlusDetector.self),
    DetectorEntry(NLMSDetector.self),
    DetectorEntry(RLSDetector.self),
    DetectorEntry(NotchDetector.self),
    DetectorEntry(TroikaDetector.self),
    DetectorEntry(JossDetector.self),
  ]
}
