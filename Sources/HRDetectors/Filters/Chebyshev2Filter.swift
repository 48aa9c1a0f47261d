internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Chebyshev type II band-pass, forward in time or both ways: no ripples in the band, even ones outside.
///
/// The defaults are the short-recording recipe of Liang et al.: fourth order, 0.5–10 Hz, 20 dB. The edges are the
/// points at which the attenuation is first reached, as in SciPy and MATLAB. The band that passes is therefore narrower
/// than they are (the defaults' −3 dB points are near 0.63 and 8.0 Hz). The same transfer function as SciPy's `cheby2`.
///
/// Start-up, a band beyond half the rate, and samples that are not numbers are as in ``ButterworthFilter``.
struct Chebyshev2Filter: RecursiveBandFilter {
  struct Parameters: RecursiveBandParameters {
    var order = 4
    var attenuationDecibels = 20.0
    var lowCutoffHz = 0.5
    var highCutoffHz = 10.0
    var phase = FilterPhase.causal

    static let table: [Parameter<Self>] = [
      Parameter("order", \.order, in: 1...8, "Poles of each edge."),
      Parameter(
        "attenuationDecibels", \.attenuationDecibels, in: 3...120,
        "Least attenuation outside the edges; run both ways, twice that."),
      Parameter(
        "lowCutoffHz", \.lowCutoffHz, in: 0.01...20, "Lower edge, where the attenuation is reached."
      ),
      Parameter(
        "highCutoffHz", \.highCutoffHz, in: 0.1...100,
        "Upper edge, where the attenuation is reached."),
      Parameter("phase", \.phase, "Forward in time, or forward and backward."),
    ]
  }

  static let info = PluginInfo(
    "chebyshev2", version: 1, "Chebyshev type II band-pass: ripples outside the band.",
    source:
      "Y. Liang, M. Elgendi, Z. Chen and R. Ward, An optimal filter for short photoplethysmogram signals, Scientific Data 5, 2018; SciPy cheby2"
  )

  let parameters: Parameters

  var prototype: AnalogPrototype {
    .chebyshev2(order: parameters.order, attenuationDecibels: parameters.attenuationDecibels)
  }
}
