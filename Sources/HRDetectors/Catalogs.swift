package import HRPlugins

extension Catalog<DetectorEntry> {
  /// Every detector that ships with hreval, in the order reports list them.
  package static let builtIn = Catalog([
    DetectorEntry(PeakDetector.self),
    DetectorEntry(FFTDetector.self),
    DetectorEntry(CombinedDetector.self),
    DetectorEntry(HueDetector.self),
    DetectorEntry(PeakSwasthicareDetector.self),
    DetectorEntry(FFTSwasthicareDetector.self),
    DetectorEntry(CombinedSwasthicareDetector.self),
    DetectorEntry(SessionSwasthicareDetector.self),
    DetectorEntry(HuePubnubDetector.self),
    DetectorEntry(HuePulseDetector.self),
    DetectorEntry(ConstantDetector.self),
  ])
}

extension Catalog<ExtractorEntry> {
  /// Every extractor that ships with hreval.
  package static let builtIn = Catalog([
    ExtractorEntry(PPGExtractor.self),
    ExtractorEntry(RedExtractor.self),
    ExtractorEntry(GreenExtractor.self),
    ExtractorEntry(BlueExtractor.self),
    ExtractorEntry(InfraredExtractor.self),
    ExtractorEntry(RedMinusGreenExtractor.self),
    ExtractorEntry(RedGreenRatioExtractor.self),
    ExtractorEntry(HueExtractor.self),
  ])
}

extension Catalog<FilterEntry> {
  /// Every filter that ships with hreval.
  package static let builtIn = Catalog([
    FilterEntry(NoFilter.self),
    FilterEntry(OnePoleBandFilter.self),
    FilterEntry(ButterworthFilter.self),
    FilterEntry(MovingAverageFilter.self),
    FilterEntry(DetrendFilter.self),
  ])
}
