internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// hreval's own best.
  static let flagship: [DetectorEntry] = [
    DetectorEntry(FusionDetector.self),
    DetectorEntry(FusionStreamDetector.self),
    DetectorEntry(WristFusionDetector.self),
  ]
}
