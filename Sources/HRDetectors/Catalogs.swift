package import HRPlugins

extension Catalog<DetectorEntry> {
  /// Every detector that ships with hreval, in the order reports list them.
  package static let builtIn = Catalog(candidates + nulls)

  private static let candidates: [DetectorEntry] = [
    DetectorEntry(PeakDetector.self),
    DetectorEntry(FFTDetector.self),
    DetectorEntry(CombinedDetector.self),
    DetectorEntry(HueDetector.self),
    // hreval's own best.
    DetectorEntry(FusionDetector.self),
    DetectorEntry(FusionStreamDetector.self),
    DetectorEntry(WristFusionDetector.self),
    // Published detectors of beats in a pulse wave.
    DetectorEntry(QPPGDetector.self),
    DetectorEntry(QPPGFastDetector.self),
    DetectorEntry(IMSDetector.self),
    DetectorEntry(PDADetector.self),
    DetectorEntry(ATMaxDetector.self),
    DetectorEntry(ATMinDetector.self),
    DetectorEntry(COPPGDetector.self),
    DetectorEntry(ABDDetector.self),
    DetectorEntry(AboyPlusPlusDetector.self),
    DetectorEntry(PWDDetector.self),
    DetectorEntry(ERMADetector.self),
    DetectorEntry(ERMANeuroKitDetector.self),
    DetectorEntry(MSPTDDetector.self),
    DetectorEntry(MSPTDFastDetector.self),
    DetectorEntry(MSPTDFast2Detector.self),
    DetectorEntry(AMPDDetector.self),
    DetectorEntry(BioSPPyDetector.self),
    DetectorEntry(KavsaogluDetector.self),
    DetectorEntry(HeartPyDetector.self),
    DetectorEntry(HeartPyFastDetector.self),
    // Rates of a window without its beats: spectra, correlation, models.
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
    // Pulse wave and accelerometer together.
    DetectorEntry(WFPVDetector.self),
    DetectorEntry(WFPVViterbiDetector.self),
    DetectorEntry(SpaMaDetector.self),
    DetectorEntry(SpaMaPlusDetector.self),
    DetectorEntry(NLMSDetector.self),
    DetectorEntry(RLSDetector.self),
    DetectorEntry(NotchDetector.self),
    DetectorEntry(TroikaDetector.self),
    DetectorEntry(JossDetector.self),
    // R peaks of an electrocardiogram.
    DetectorEntry(RPeakDetector<PanTompkinsRule>.self),
    DetectorEntry(RPeakDetector<HamiltonRule>.self),
    DetectorEntry(RPeakDetector<ElgendiRule>.self),
    DetectorEntry(RPeakDetector<NeuroKitRule>.self),
    DetectorEntry(RPeakDetector<XQRSRule>.self),
    // Breathing rate from a pulse wave.
    DetectorEntry(BreathingFFTDetector.self),
    DetectorEntry(BreathingARDetector.self),
    DetectorEntry(BreathingCountDetector.self),
    DetectorEntry(BreathingFusionDetector.self),
    // Systems as published.
    DetectorEntry(PeakSwasthicareDetector.self),
    DetectorEntry(FFTSwasthicareDetector.self),
    DetectorEntry(CombinedSwasthicareDetector.self),
    DetectorEntry(SessionSwasthicareDetector.self),
    DetectorEntry(HuePubnubDetector.self),
    DetectorEntry(HuePulseDetector.self),
  ]

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

extension Catalog<ExtractorEntry> {
  /// Every extractor that ships with hreval.
  package static let builtIn = Catalog(
    SampleExtractor.rows + [
      ExtractorEntry(HueExtractor.self),
      ExtractorEntry(CameraExtractor.self),
      ExtractorEntry(CHROMExtractor.self),
      ExtractorEntry(CHROMRPPGToolboxExtractor.self),
      ExtractorEntry(CHROMPyVHRExtractor.self),
      ExtractorEntry(POSExtractor.self),
      ExtractorEntry(POSRPPGToolboxExtractor.self),
      ExtractorEntry(POSPyVHRExtractor.self),
      ExtractorEntry(PBVExtractor.self),
      ExtractorEntry(LGIExtractor.self),
      ExtractorEntry(OMITExtractor.self),
      ExtractorEntry(PCAExtractor.self),
      ExtractorEntry(ICAExtractor.self),
    ] + SampleExtractor.furtherRows)
}

extension Catalog<FilterEntry> {
  /// Every filter that ships with hreval.
  package static let builtIn = Catalog([
    FilterEntry(NoFilter.self),
    FilterEntry(OnePoleBandFilter.self),
    FilterEntry(ButterworthFilter.self),
    FilterEntry(MovingAverageFilter.self),
    FilterEntry(DetrendFilter.self),
    FilterEntry(InvertFilter.self),
    FilterEntry(Chebyshev1Filter.self),
    FilterEntry(Chebyshev2Filter.self),
    FilterEntry(EllipticFilter.self),
    FilterEntry(BesselFilter.self),
    FilterEntry(KaiserFIRFilter.self),
    FilterEntry(LeastSquaresFIRFilter.self),
    FilterEntry(NotchFilter.self),
    FilterEntry(TarvainenFilter.self),
    FilterEntry(SavitzkyGolayFilter.self),
    FilterEntry(MovingMedianFilter.self),
    FilterEntry(HampelFilter.self),
    FilterEntry(WaveletDenoiseFilter.self),
    FilterEntry(SingularSpectrumFilter.self),
  ])
}

extension Catalog<QualityEntry> {
  /// Every quality index that ships with hreval.
  package static let builtIn = Catalog([
    QualityEntry(SkewnessIndex.self),
    QualityEntry(KurtosisIndex.self),
    QualityEntry(EntropyIndex.self),
    QualityEntry(ZeroCrossingsIndex.self),
    QualityEntry(RelativePowerIndex.self),
    QualityEntry(PerfusionIndex.self),
    QualityEntry(TemplateMatchingIndex.self),
    QualityEntry(LiCliffordIndex.self),
    QualityEntry(BeatAgreementIndex.self),
    QualityEntry(SNRDeHaanIndex.self),
    QualityEntry(SNRPyVHRIndex.self),
    QualityEntry(SNRRPPGToolboxIndex.self),
    QualityEntry(SaturationIndex.self),
    QualityEntry(FlatLineIndex.self),
    QualityEntry(MotionSwasthicareIndex.self),
  ])
}
