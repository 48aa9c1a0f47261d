internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Bessel band-pass, forward in time or both ways: the flattest delay, so that a pulse keeps its shape, and the
/// shallowest flanks.
///
/// The edges are where the prototype's phase is half-way (SciPy's `norm='phase'`, its default and MATLAB's): the gain
/// there is −3 dB for order 1 and falls with the order. The bilinear transform and the turn into a band-pass bend the
/// delay somewhat. The same transfer function as SciPy's `bessel`.
///
/// Start-up, a band beyond half the rate, and samples that are not numbers are as in ``ButterworthFilter``.
struct BesselFilter: RecursiveBandFilter {
  struct Parameters: RecursiveBandParameters {
    var order = 3
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var phase = FilterPhase.causal

    static let table: [Parameter<Self>] = [
      Parameter("order", \.order, in: 1...8, "Poles of each edge."),
      Parameter(
        "lowCutoffHz", \.lowCutoffHz, in: 0.01...20, "Lower edge, where the phase is half-way."),
      Parameter(
        "highCutoffHz", \.highCutoffHz, in: 0.1...100, "Upper edge, where the phase is half-way."),
      Parameter("phase", \.phase, "Forward in time, or forward and backward."),
    ]
  }

  static let info = PluginInfo(
    "bessel", version: 1, "Bessel band-pass: keeps the shape of a wave best.",
    source: "W. E. Thomson, Proceedings of the IEE 96, 1949; SciPy bessel")

  let parameters: Parameters

  var prototype: AnalogPrototype { .bessel(order: parameters.order) }
}
