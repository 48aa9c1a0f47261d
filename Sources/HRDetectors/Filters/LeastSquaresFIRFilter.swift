internal import HRNumerics
internal import HRPlugins
internal import HRSignals

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
