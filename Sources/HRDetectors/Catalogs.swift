package import HRPlugins

/// All plugins that ship with hreval, in the order of listings and reports. The entries are defined in the folders of
/// the plugins, as in `Beats/BeatCatalog.swift`.
extension Catalog<DetectorEntry> {
  package static let builtIn = Catalog(
    [
      DetectorEntry(PeakDetector.self),
      DetectorEntry(FFTDetector.self),
      DetectorEntry(CombinedDetector.self),
      DetectorEntry(HueDetector.self),
    ] + flagship + beats + rates + wrist + electrocardiogram + breathing + swasthicare + hue + nulls)

  private static let swasthicare = [
    DetectorEntry(PeakSwasthicareDetector.self),
    DetectorEntry(FFTSwasthicareDetector.self),
    DetectorEntry(CombinedSwasthicareDetector.self),
    DetectorEntry(SessionSwasthicareDetector.self),
  ]

  private static let hue = [
    DetectorEntry(HuePubnubDetector.self),
    DetectorEntry(HuePulseDetector.self),
  ]
}

extension Catalog<ExtractorEntry> {
  package static let builtIn = Catalog(
    [
      ExtractorEntry(PPGExtractor.self),
      ExtractorEntry(RedExtractor.self),
      ExtractorEntry(GreenExtractor.self),
      ExtractorEntry(BlueExtractor.self),
      ExtractorEntry(InfraredExtractor.self),
      ExtractorEntry(InvertedRedExtractor.self),
      ExtractorEntry(InvertedGreenExtractor.self),
      ExtractorEntry(RedMinusGreenExtractor.self),
      ExtractorEntry(RedGreenRatioExtractor.self),
      ExtractorEntry(HueExtractor.self),
    ] + camera + PulseChannelExtractor.rows)
}

extension Catalog<FilterEntry> {
  package static let builtIn = Catalog(
    [
      FilterEntry(NoFilter.self),
      FilterEntry(OnePoleBandFilter.self),
      FilterEntry(ButterworthFilter.self),
      FilterEntry(MovingAverageFilter.self),
      FilterEntry(DetrendFilter.self),
    ] + further)
}

extension Catalog<QualityEntry> {
  package static let builtIn = Catalog(all)
}
