internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Elliptic (Cauer) band-pass, forward in time or both ways: ripples inside and outside the band, and the steepest
/// flanks an order can have; the phase bends most, too.
///
/// The gain swings between 1 and `-rippleDecibels` inside the band, is the latter at both edges, and stays below
/// `-attenuationDecibels` outside; run both ways, twice that in decibels. The same transfer function as SciPy's
/// `ellip`.
///
/// Start-up, a band beyond half the rate, and samples that are not numbers are as in ``ButterworthFilter``.
struct EllipticFilter: RecursiveBandFilter {
  struct Parameters: RecursiveBandParameters {
    var order = 3
    var rippleDecibels = 0.5
    var attenuationDecibels = 40.0
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var phase = FilterPhase.causal

    static let table: [Parameter<Self>] = [
      Parameter("order", \.order, in: 1...8, "Poles of each edge."),
      Parameter(
        "rippleDecibels", \.rippleDecibels, in: 0.01...6, "Depth of the ripples in the band."),
      Parameter(
        "attenuationDecibels", \.attenuationDecibels, in: 7...120,
        "Least attenuation outside the flanks."),
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.01...20, "Lower edge, where the ripple ends."),
      Parameter(
        "highCutoffHz", \.highCutoffHz, in: 0.1...100, "Upper edge, where the ripple ends."),
      Parameter("phase", \.phase, "Forward in time, or forward and backward."),
    ]
  }

  static let info = PluginInfo(
    "elliptic", version: 1, "Elliptic band-pass: the steepest flanks for its order.",
    source: "W. Cauer, 1931; SciPy ellip")

  let parameters: Parameters

  var prototype: AnalogPrototype {
    .elliptic(
      order: parameters.order, rippleDecibels: parameters.rippleDecibels,
      attenuationDecibels: parameters.attenuationDecibels)
  }
}
