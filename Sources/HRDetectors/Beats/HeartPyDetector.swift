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
struct HeartPyDetector: WindowWaveDetector {
  struct Parameters: BandParameters {
    var filterOrder = 3
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var averageSeconds = 0.75
    var leastBPM = 40.0
    var mostBPM = 180.0
    var mostRejectsInTen = 10

    static let table: [Parameter<Self>] =
      [
        Parameter("filterOrder", \.filterOrder, in: 0...6, "Poles of each edge of the band-pass; 0 is none.")
      ] + passEdges() + [
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

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { .unbounded }

  func read(_ wave: Signal) throws(Abstention) -> Estimate {
    let intervals = try parameters.intervals(of: wave)
    return intervals.estimate(in: intervals.beats.indices)
  }
}

extension HeartPyDetector.Parameters {
  /// - Throws: `noPeak` if no threshold makes a plausible rate, or the band is beyond half the rate; the reasons of
  ///   ``BeatRate/readable(_:atLeast:)``.
  func intervals(of raw: Signal) throws(Abstention) -> HeartPyIntervals {
    var wave = try BeatRate.readable(raw)
    if filterOrder > 0 {
      guard let filtered = wave.zeroPhase(order: filterOrder, bandHz: bandHz) else { throw .noPeak }
      wave.samples = filtered
    }
    let threshold = MovingThreshold(windowSeconds: averageSeconds, plausibleBPM: leastBPM...mostBPM)
    guard let peaks = threshold.peaks(of: wave) else { throw .noPeak }
    return HeartPyIntervals(beats: peaks.map { wave.time(at: $0) }, mostRejectsInTen: mostRejectsInTen)
  }
}

/// HeartPy's rejection of beats, and its rate.
///
/// An interval that is no closer to the mean of all intervals than 30 % of it, or 0.3 s if that is more, rejects the
/// beat that ends it. An interval counts if neither of its beats is rejected. Optionally all of ten beats (the first
/// ten, the next ten, and so on while there are ten) are rejected if too many of them are.
struct HeartPyIntervals {
  private static let toleratedShare = 0.3
  private static let leastToleranceSeconds = 0.3

  let beats: [Double]
  private(set) var isKept: [Bool]

  /// - Parameters:
  ///   - beats: seconds, ascending.
  ///   - mostRejectsInTen: more than that many reject all ten.
  init(beats: [Double], mostRejectsInTen: Int) {
    self.beats = beats
    isKept = beats.map { _ in true }
    guard beats.count > 1 else { return }
    let mean = (beats[beats.count - 1] - beats[0]) / Double(beats.count - 1)
    let tolerance = max(Self.toleratedShare * mean, Self.leastToleranceSeconds)
    for index in 1..<beats.count where abs(beats[index] - beats[index - 1] - mean) >= tolerance {
      isKept[index] = false
    }
    for ten in 0..<(beats.count / 10) {
      let part = (10 * ten)..<(10 * ten + 10)
      guard part.count(where: { !isKept[$0] }) > mostRejectsInTen else { continue }
      for index in part { isKept[index] = false }
    }
  }

  /// 60 over the mean of the intervals that count, among the beats of a stretch.
  ///
  /// The confidence is the share of the intervals that count.
  func estimate(in indices: Range<Int>) -> Estimate {
    guard indices.count >= 3 else { return .abstained(.tooFewBeats) }
    var (sum, count) = (0.0, 0.0)
    for index in indices.dropFirst() where isKept[index - 1] && isKept[index] {
      sum += beats[index] - beats[index - 1]
      count += 1
    }
    guard count > 0 else { return .abstained(.noPlausibleInterval) }
    var estimate = Estimate.bpm(60 * count / sum, confidence: count / Double(indices.count - 1))
    estimate.beats = indices.filter { isKept[$0] }.map { beats[$0] }
    return estimate
  }
}
