internal import HRNumerics
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
struct FFTRPPGToolboxDetector: WindowWaveDetector {
  struct Parameters: ParameterSet {
    var filtering = RPPGToolboxFiltering.bandPass

    static let table: [Parameter<Self>] = [
      Parameter("filtering", \.filtering, "What is done to the window before the spectrum.")
    ]
  }

  static let info = PluginInfo(
    "fft.rppgToolbox", version: 1, "Strongest bin of a bare periodogram, as rPPG-Toolbox takes it.",
    source: source)
  static let source =
    "X. Liu et al., NeurIPS Datasets and Benchmarks, 2023; rPPG-Toolbox, evaluation/post_process.py"

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { RPPGToolboxFiltering.bandHz.perMinute }

  func read(_ wave: Signal) throws(Abstention) -> Estimate {
    let samples = try parameters.filtering.samples(of: wave)
    let transform = TransformTable.powerOfTwo(atLeast: samples.count)
    var power: [Double] = []
    transform.powerSpectrum(of: samples, into: &power)
    return try power.strongestRate(
      binHz: wave.sampleRate / Double(transform.count), where: RPPGToolboxFiltering.bandHz.contains)
  }
}

/// rPPG-Toolbox's peak heart rate (`_calculate_peak_hr`): 60 over the mean distance of all local maxima.
///
/// Every local maximum counts, without threshold, distance or prominence (SciPy's `find_peaks` with no arguments: a
/// plateau counts once, at its middle rounded down; the window's ends never). The rate is 60·rate/mean(Δ), which is
/// the number of maxima less one over the time from the first to the last.
///
/// The steps before it in the toolbox, and the part of them that is in here (`filtering`), are described with
/// ``FFTRPPGToolboxDetector``.
///
/// - Note: The dicrotic wave doubles the rate, noise multiplies it: on noisy waves the rate is the filter's, not
///   the heart's. Kept as published.
struct PeakRPPGToolboxDetector: WindowWaveDetector {
  typealias Parameters = FFTRPPGToolboxDetector.Parameters

  static let info = PluginInfo(
    "peak.rppgToolbox", version: 1, "Mean distance of all local maxima, as rPPG-Toolbox takes it.",
    source: FFTRPPGToolboxDetector.source)

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { .unbounded }

  func read(_ wave: Signal) throws(Abstention) -> Estimate {
    let peaks = plateauMaxima(try parameters.filtering.samples(of: wave))
    guard let first = peaks.first, let last = peaks.last, last > first else { throw .tooFewBeats }
    var estimate = Estimate.bpm(60 * wave.sampleRate * Double(peaks.count - 1) / Double(last - first))
    estimate.beats = peaks.map { wave.time(at: $0) }
    return estimate
  }
}

/// Filtering by rPPG-Toolbox of a wave before it takes a rate from it.
enum RPPGToolboxFiltering: String, CaseIterable, Sendable {
  /// Butterworth of order 1 from 0.6 to 3.3 Hz, forward and backward over the window alone.
  case bandPass
  case none

  static let bandHz = 0.6...3.3

  /// The window's samples as input of the toolbox's rate functions.
  ///
  /// - Throws: `windowTooShort` for up to nine samples, where SciPy's `filtfilt` refuses; `notCovered` where a
  ///   sample is not finite; `flatSignal` where all are alike within 10⁻¹² of the first one.
  func samples(of wave: Signal) throws(Abstention) -> [Double] {
    guard wave.count > 9 else { throw .windowTooShort }
    try wave.samples.requireChanges()
    guard self == .bandPass else { return wave.samples }
    guard let band = BandFilter(order: 1, bandHz: Self.bandHz, sampleRate: wave.sampleRate)
    else { throw .windowTooShort }
    return band.sections.zeroPhase(wave.samples)
  }
}
