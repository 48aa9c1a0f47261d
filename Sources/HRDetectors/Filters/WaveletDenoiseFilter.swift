internal import HRNumerics
internal import HRPlugins
internal import RealModule

/// Takes white noise out by soft thresholds on wavelet coefficients; see ``OrthogonalWavelet/denoised(_:levels:)``.
///
/// The number of levels is ⌊log₂(rate / (2 · keptHz))⌋, the most that leave everything below `keptHz` alone, but no
/// more than PyWavelets' `dwt_max_level`. The noise is measured on the finest level, that is, between a quarter and
/// half of the rate: a wave that was low-passed before has none there, and nothing is taken out. The whole signal has
/// one threshold, so every sample depends on all others. A sample that is not a number counts as the last one before it
/// that is.
struct WaveletDenoiseFilter: SampleFilter {
  struct Parameters: ParameterSet {
    var wavelet = OrthogonalWavelet.sym8
    var keptHz = 2.0

    static let table: [Parameter<Self>] = [
      Parameter(
        "wavelet", \.wavelet, "Daubechies' (db) or her least asymmetric one (sym), and its vanishing moments."
      ),
      Parameter("keptHz", \.keptHz, in: 0.1...20, "Below this nothing is taken out."),
    ]
  }

  static let info = PluginInfo(
    "waveletDenoise", version: 1, "Takes white noise out by soft thresholds on wavelet coefficients.",
    source: "D. L. Donoho, IEEE Transactions on Information Theory 41, 1995; PyWavelets")

  let causality = Causality.lookAhead(seconds: .infinity)
  let parameters: Parameters

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    let wanted = Int(saturating: Double.log2(sampleRate / (2 * parameters.keptHz)).rounded(.down))
    let levels = min(wanted, parameters.wavelet.largestLevel(count: samples.count))
    return parameters.wavelet.denoised(samples, levels: levels)
  }
}
