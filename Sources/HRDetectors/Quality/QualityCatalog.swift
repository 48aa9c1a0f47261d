internal import HRPlugins

extension Catalog<QualityEntry> {
  /// All quality indices that ship with hreval.
  static let all: [QualityEntry] = [
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
  ]
}
