internal import HRNumerics
internal import HRPlugins
internal import HRSignals

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
struct PeakRPPGToolboxDetector: WindowDetector {
  typealias Parameters = FFTRPPGToolboxDetector.Parameters

  static let info = PluginInfo(
    "peak.rppgToolbox", version: 1, "Mean distance of all local maxima, as rPPG-Toolbox takes it.",
    source: "X. Liu et al., NeurIPS Datasets and Benchmarks, 2023; rPPG-Toolbox, evaluation/post_process.py")
  static let inputs = [ChannelKind.ppg]

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { .unbounded }

  func estimate(in window: Window) -> Estimate {
    let wave = window[.ppg]
    switch parameters.filtering.samples(of: wave) {
    case .failure(let silence): return .abstained(silence.reason)
    case .success(let samples):
      let peaks = plateauMaxima(samples)
      guard let first = peaks.first, let last = peaks.last, last > first else {
        return .abstained(.tooFewBeats)
      }
      var estimate = Estimate.bpm(60 * wave.sampleRate * Double(peaks.count - 1) / Double(last - first))
      estimate.beats = peaks.map { wave.time(at: $0) }
      return estimate
    }
  }
}
