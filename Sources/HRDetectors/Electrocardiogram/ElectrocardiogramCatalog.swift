internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// R peaks of an electrocardiogram.
  static let electrocardiogram: [DetectorEntry] = [
    DetectorEntry(RPeakDetector<PanTompkinsRule>.self),
    DetectorEntry(RPeakDetector<HamiltonRule>.self),
    DetectorEntry(RPeakDetector<ElgendiRule>.self),
    DetectorEntry(RPeakDetector<NeuroKitRule>.self),
    DetectorEntry(RPeakDetector<XQRSRule>.self),
  ]
}
