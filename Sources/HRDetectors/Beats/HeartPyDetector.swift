internal import HRPlugins
internal import HRSignals

/// HeartPy: peaks above a moving threshold that is fitted to make them most even, with HeartPy's own rejection and
/// rate.
///
/// The window is band-passed (Butterworth of order 3, 0.7…3.5 Hz, forward and backward: HeartPy's `filter_signal`,
/// which its guide has users call first; order 0 leaves the wave as it is, as `process` alone does), searched by
/// ``MovingThreshold`` (0.75 s, 40…180 bpm) and rated by ``HeartPyIntervals``. Segments of ten beats are never rejected
/// unless `mostRejectsInTen` is set to 3, HeartPy's `reject_segmentwise`.
///
/// Its oversights are kept, since they take part in the choice of the threshold (see ``MovingThreshold``). It departs
/// from HeartPy 1.2.7 in one thing: HeartPy refuses a threshold whose intervals deviate by 0.1 ms or less, so a
/// metronome is no pulse; here three peaks are enough.
///
/// Left out: clipping repair, peak enhancement, `high_precision`, `clean_rr`, all off by default.
///
/// - Note: The threshold is a share of the lifted wave's mean, so without a band-pass an offset hides the pulse. As in
///   HeartPy, `leastBPM` and `mostBPM` hold for the number of peaks in the window, not for the rate, which is that of
///   the intervals left and knows no bounds: a few peaks close together make any rate. An even pulse above 180 bpm is
///   not found.
struct HeartPyDetector: WindowDetector {
  struct Parameters: ParameterSet {
    var filterOrder = 3
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var averageSeconds = 0.75
    var leastBPM = 40.0
    var mostBPM = 180.0
    var mostRejectsInTen = 10

    static let table: [Parameter<Self>] = [
      Parameter("filterOrder", \.filterOrder, in: 0...6, "Poles of each edge of the band-pass; 0 is none."),
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.1...1.5, "Lower edge of the band-pass."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 2...20, "Upper edge of the band-pass."),
      Parameter("averageSeconds", \.averageSeconds, in: 0.3...2, "Window of the moving average."),
      Parameter("leastBPM", \.leastBPM, in: 20...60, "Thresholds with fewer peaks a minute are refused."),
      Parameter("mostBPM", \.mostBPM, in: 100...240, "Thresholds with more peaks a minute are refused."),
      Parameter(
        "mostRejectsInTen", \.mostRejectsInTen, in: 0...10, "More rejects in ten beats reject them all."),
    ]
  }

  static let info = PluginInfo(
    "heartpy", version: 1, "Peaks above the moving threshold that makes them most even.",
    source: "P. van Gent et al., Transportation Research Part F 66:368, 2019; HeartPy 1.2.7")
  static let inputs = [ChannelKind.ppg]

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { .unbounded }

  func estimate(in window: Window) -> Estimate {
    let wave: Signal
    switch BeatRate.readable(window[.ppg]) {
    case .failure(let silence): return .abstained(silence.reason)
    case .success(let readable): wave = readable
    }
    guard let intervals = parameters.intervals(of: wave) else { return .abstained(.noPeak) }
    return intervals.estimate(in: intervals.beats.indices)
  }
}

extension HeartPyDetector.Parameters {
  /// - Parameter wave: all samples finite and not all alike.
  /// - Returns: `nil` if no threshold makes a plausible rate, or the band is beyond half the rate.
  func intervals(of wave: Signal) -> HeartPyIntervals? {
    var filtered = wave
    if filterOrder > 0 {
      guard
        let band = BandFilter(
          order: filterOrder, bandHz: lowCutoffHz...highCutoffHz, sampleRate: wave.sampleRate)
      else { return nil }
      filtered.samples = band.sections.zeroPhase(wave.samples)
    }
    let threshold = MovingThreshold(windowSeconds: averageSeconds, plausibleBPM: leastBPM...mostBPM)
    guard let peaks = threshold.peaks(of: filtered) else { return nil }
    return HeartPyIntervals(beats: peaks.map { wave.time(at: $0) }, mostRejectsInTen: mostRejectsInTen)
  }
}
