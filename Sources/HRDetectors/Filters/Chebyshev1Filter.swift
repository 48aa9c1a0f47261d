internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Chebyshev type I band-pass, forward in time or both ways: steeper than Butterworth's for its order, for ripples in
/// the band.
///
/// The gain swings between 1 and `-rippleDecibels` inside the band and is the latter at both edges (run both ways,
/// twice that in decibels). The same transfer function as SciPy's `cheby1`.
///
/// Start-up, a band beyond half the rate, and samples that are not numbers are as in ``ButterworthFilter``.
struct Chebyshev1Filter: RecursiveBandFilter {
  struct Parameters: RecursiveBandParameters {
    var order = 3
    var rippleDecibels = 0.5
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var phase = FilterPhase.causal

    static let table: [Parameter<Self>] = [
      Parameter("order", \.order, in: 1...8, "Poles of each edge."),
      Parameter(
        "rippleDecibels", \.rippleDecibels, in: 0.01...6, "Depth of the ripples in the band."),
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.01...20, "Lower edge, where the ripple ends."),
      Parameter(
        "highCutoffHz", \.highCutoffHz, in: 0.1...100, "Upper edge, where the ripple ends."),
      Parameter("phase", \.phase, "Forward in time, or forward and backward."),
    ]
  }

  static let info = PluginInfo(
    "chebyshev1", version: 1, "Chebyshev type I band-pass: ripples in the band.",
    source: "SciPy cheby1")

  let parameters: Parameters

  var prototype: AnalogPrototype {
    .chebyshev1(order: parameters.order, rippleDecibels: parameters.rippleDecibels)
  }
}
