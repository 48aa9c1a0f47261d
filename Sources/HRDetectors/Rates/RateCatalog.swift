internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// Rates of a window without its beats: spectra, correlation, models.
  static let rates: [DetectorEntry] = [
    DetectorEntry(WelchDetector.self),
    DetectorEntry(LombScargleDetector.self),
    DetectorEntry(AutocorrelationDetector.self),
    DetectorEntry(BurgDetector.self),
    DetectorEntry(HarmonicProductDetector.self),
    DetectorEntry(ViterbiDetector.self),
    DetectorEntry(ViterbiOfflineDetector.self),
    DetectorEntry(KalmanDetector.self),
    DetectorEntry(FFTRPPGToolboxDetector.self),
    DetectorEntry(PeakRPPGToolboxDetector.self),
    DetectorEntry(WelchPyVHRDetector.self),
    DetectorEntry(STFTPyVHRDetector.self),
  ]
}
