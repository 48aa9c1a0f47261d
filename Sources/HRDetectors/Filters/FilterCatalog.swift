internal import HRPlugins

extension Catalog<FilterEntry> {
  /// Filters beyond the first five.
  static let further: [FilterEntry] = [
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
  ]
}
