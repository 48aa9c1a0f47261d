internal import HRNumerics
internal import HRPlugins

/// Treatment of a linear-phase filter's delay.
enum FIRDelay: String, CaseIterable, Sendable {
  /// The output is put back by half the length, so it depends on samples that much later.
  case compensated
  /// The output is causal and comes late by half the length.
  case delayed
}

/// Parameters of a band-pass with exactly linear phase.
protocol LinearPhaseParameters: BandParameters {
  var lengthSeconds: Double { get }
  var delay: FIRDelay { get }
}

/// A band-pass with exactly linear phase: the filters of the catalog differ in the design of their weights only.
protocol LinearPhaseFilter: SampleFilter where Parameters: LinearPhaseParameters {
  var parameters: Parameters { get }

  /// Weights from half their number and a band inside 0…Nyquist.
  func design(half: Int, band: FilterBand, sampleRate: Double) -> LinearPhaseFIR
}

extension LinearPhaseFilter {
  var causality: Causality {
    parameters.delay == .compensated ? .lookAhead(seconds: parameters.lengthSeconds / 2) : .causal
  }

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    guard parameters.lowCutoffHz < sampleRate / 2 else { return samples.map { _ in 0 } }
    let filter = design(
      half: parameters.lengthSeconds.halfCount(at: sampleRate),
      band: parameters.highCutoffHz < sampleRate / 2
        ? .bandPass(parameters.lowCutoffHz, parameters.highCutoffHz) : .highPass(parameters.lowCutoffHz),
      sampleRate: sampleRate)
    return parameters.delay == .compensated ? filter.centred(samples) : filter.delayed(samples)
  }
}

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

/// Band-pass with exactly linear phase: the weights whose gain differs least, in the mean of squares, from 1 in the
/// band and 0 beyond a transition either side.
///
/// 2⌊lengthSeconds · rate / 2⌋ + 1 weights; SciPy's `firls` with equal weights. The design takes time with the third
/// power of their number (a second or so for 4 s at 1000 Hz), once per recording.
///
/// - Note: Beyond the ends the signal is taken to be constant at its first and last value. Start-up, a band beyond half
///   the rate, and samples that are not numbers are as in ``ButterworthFilter``.
struct LeastSquaresFIRFilter: LinearPhaseFilter {
  struct Parameters: LinearPhaseParameters {
    var lengthSeconds = 3.0
    var transitionHz = 0.5
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var delay = FIRDelay.compensated

    static let table: [Parameter<Self>] = [
      Parameter("lengthSeconds", \.lengthSeconds, in: 0.1...4, "Time the weights span."),
      Parameter(
        "transitionHz", \.transitionHz, in: 0.05...10,
        "From each edge outwards to where nothing passes."),
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.1...20, "Lower edge of what passes whole."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 0.2...100, "Upper edge of what passes whole."),
      Parameter("delay", \.delay, "Centred, or causal and late by half the length."),
    ]

    var conflicts: [String] {
      bandConflicts + (transitionHz < lowCutoffHz ? [] : ["transitionHz must be below lowCutoffHz"])
    }
  }

  static let info = PluginInfo(
    "fir.leastSquares", version: 1, "Linear-phase band-pass by least squares.",
    source: "T. W. Parks and C. S. Burrus, Digital Filter Design, 1987; SciPy firls")

  let parameters: Parameters

  func design(half: Int, band: FilterBand, sampleRate: Double) -> LinearPhaseFIR {
    .leastSquares(half: half, transitionHz: parameters.transitionHz, band: band, sampleRate: sampleRate)
  }
}
