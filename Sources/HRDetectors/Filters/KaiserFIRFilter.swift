internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Band-pass with exactly linear phase: the ideal band's weights under a Kaiser window.
///
/// 2⌊lengthSeconds · rate / 2⌋ + 1 weights, scaled to gain 1 in the middle of the band; SciPy's `firwin` with the
/// window of that attenuation. The gain is one half at both edges, and goes from 1 to nothing within about
/// (attenuation − 7.95) / (14.4 · lengthSeconds) Hz: 0.56 Hz by default. A transition wider than twice the lower edge
/// lets some of the offset through.
///
/// - Note: Beyond the ends the signal is taken to be constant at its first and last value. Start-up, a band beyond half
///   the rate, and samples that are not numbers are as in ``ButterworthFilter``.
struct KaiserFIRFilter: LinearPhaseFilter {
  struct Parameters: LinearPhaseParameters {
    var lengthSeconds = 4.0
    var attenuationDecibels = 40.0
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var delay = FIRDelay.compensated

    static let table: [Parameter<Self>] = [
      Parameter("lengthSeconds", \.lengthSeconds, in: 0.1...20, "Time the weights span."),
      Parameter(
        "attenuationDecibels", \.attenuationDecibels, in: 21...120,
        "Least attenuation beyond the transitions."),
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.01...20, "Lower edge, at half the amplitude."),
      Parameter(
        "highCutoffHz", \.highCutoffHz, in: 0.1...100, "Upper edge, at half the amplitude."),
      Parameter("delay", \.delay, "Centred, or causal and late by half the length."),
    ]
  }

  static let info = PluginInfo(
    "fir.kaiser", version: 1, "Linear-phase band-pass by the Kaiser window.",
    source: "J. F. Kaiser, Proceedings of the IEEE ISCAS, 1974; SciPy firwin")

  let parameters: Parameters

  func design(half: Int, band: FilterBand, sampleRate: Double) -> LinearPhaseFIR {
    .kaiser(
      half: half, attenuationDecibels: parameters.attenuationDecibels, band: band, sampleRate: sampleRate)
  }
}
