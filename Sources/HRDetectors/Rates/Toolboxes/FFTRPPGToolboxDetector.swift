internal import HRPlugins
internal import HRSignals

/// rPPG-Toolbox's spectral heart rate (`_calculate_fft_hr`): the strongest bin of a bare periodogram.
///
/// No taper, no detrending; zeros up to the next power of two N ≥ n; of the bins with 0.6 ≤ f ≤ 3.3 Hz (36 to 198 bpm)
/// the strongest, of equal ones the lowest; 60·f without interpolation. Rates are quantised in steps of 60·rate/N beats
/// per minute: 7.03 for 8 s and 1.76 for 30 s at 30 frames per second. In published tables this makes errors of exactly
/// zero, as the reference is quantised alike there.
///
/// This is the detector alone. In the toolbox's evaluation (`calculate_metric_per_video`, reading of 2024, with the
/// edges 0.6 and 3.3 Hz that replaced 0.75 and 2.5) two filters come before it: a smoothness-priors detrending with λ =
/// 100 and a Butterworth band-pass of order 1, 0.6 to 3.3 Hz, forward and backward over the window. The band-pass is
/// part of this detector (`filtering`), for the bare periodogram of a wave with an offset shows little but the offset's
/// side lobes; `none` takes it out, for pipelines that name their own filters. The detrending is not part of it: λ is
/// in samples, so 100 cuts at about 0.5 Hz at the toolbox's 30 frames per second and at 2 Hz, above most pulses, at
/// 125. At a rate of 30, name it as a filter of the pipeline.
///
/// - Note: The filter runs forward and backward inside the window only, so no sample after the window's end is used.
struct FFTRPPGToolboxDetector: WindowDetector {
  struct Parameters: ParameterSet {
    var filtering = RPPGToolboxFiltering.bandPass

    static let table: [Parameter<Self>] = [
      Parameter("filtering", \.filtering, "What is done to the window before the spectrum.")
    ]
  }

  static let info = PluginInfo(
    "fft.rppgToolbox", version: 1, "Strongest bin of a bare periodogram, as rPPG-Toolbox takes it.",
    source: "X. Liu et al., NeurIPS Datasets and Benchmarks, 2023; rPPG-Toolbox, evaluation/post_process.py")
  static let inputs = [ChannelKind.ppg]

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { RPPGToolboxFiltering.bandHz.perMinute }

  func estimate(in window: Window) -> Estimate {
    let wave = window[.ppg]
    let samples: [Double]
    switch parameters.filtering.samples(of: wave) {
    case .failure(let silence): return .abstained(silence.reason)
    case .success(let filtered): samples = filtered
    }
    let transform = TransformTable.powerOfTwo(atLeast: samples.count)
    var power: [Double] = []
    transform.powerSpectrum(of: samples, into: &power)
    let binHz = wave.sampleRate / Double(transform.count)
    let band = RPPGToolboxFiltering.bandHz
    guard let best = strongestBin(of: power, where: { band.contains(Double($0) * binHz) }) else {
      return .abstained(.windowTooShort)
    }
    return .bpm(60 * Double(best) * binHz)
  }
}
