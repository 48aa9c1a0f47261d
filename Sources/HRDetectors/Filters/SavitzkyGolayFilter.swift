internal import HRNumerics
internal import HRPlugins

/// Smooths by a polynomial fitted around each sample: keeps the height of peaks better than an average.
///
/// The window holds 2⌊w · rate / 2⌋ + 1 samples. The first and last half window are values of the polynomial of the
/// first and last whole one, as in SciPy's `savgol_filter` by default (`interp`); a signal shorter than the window is
/// fitted all at once. With no more samples in the window than the polynomial has coefficients, nothing changes. A
/// sample that is not a number counts as the last one before it that is.
struct SavitzkyGolayFilter: SampleFilter {
  struct Parameters: ParameterSet {
    var windowSeconds = 0.25
    var order = 3

    static let table: [Parameter<Self>] = [
      Parameter(
        "windowSeconds", \.windowSeconds, in: 0.01...10, "Length of the fitted stretch, centred."),
      Parameter("order", \.order, in: 0...8, "Order of the polynomial."),
    ]
  }

  static let info = PluginInfo(
    "savitzkyGolay", version: 1, "Smooths by a polynomial fitted around each sample.",
    source: "A. Savitzky and M. J. E. Golay, Analytical Chemistry 36, 1964; SciPy savgol_filter")

  let parameters: Parameters

  /// Look-ahead to the end of the first window, for the first half window.
  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds) }

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    savitzkyGolay(
      samples, window: 2 * parameters.windowSeconds.halfCount(at: sampleRate) + 1, order: parameters.order)
  }
}
