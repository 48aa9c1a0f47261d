internal import HRPlugins
internal import HRSignals

/// HeartPy in its fast mode: one threshold for the whole recording, whose beats are then counted window by window.
///
/// ``HeartPyDetector``'s band-pass, moving threshold and rejection of beats, once over the recording
/// (`process_segmentwise` with `mode='fast'`); a window's rate is 60 over the mean of the intervals between two beats
/// inside it neither of which was rejected.
///
/// It depends on samples up to the recording's end: later ones can change the threshold, the mean interval that rejects
/// beats, and (by the band-pass, within a second or so) the wave. A window by itself is read as by ``HeartPyDetector``.
///
/// Departs from HeartPy 1.2.7 as ``HeartPyDetector`` does, and runs where that stops: with NumPy 2 its fast mode fails,
/// and in any version at a window without a beat, which here is an abstention.
struct HeartPyFastDetector: PreparedWindowDetector {
  typealias Parameters = HeartPyDetector.Parameters

  static let info = PluginInfo(
    "heartpy.fast", version: 1, "Peaks above the moving threshold that makes the recording's most even.",
    source: "P. van Gent et al., Transportation Research Part F 66:368, 2019; HeartPy 1.2.7, fast mode")
  static let causality = Causality.lookAhead(seconds: .infinity)

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { .unbounded }

  struct Beats: Sendable {
    fileprivate let wave: Signal
    fileprivate let intervals: HeartPyIntervals
  }

  /// Returns the recording's beats, or the reason why there are none.
  func prepare(_ channels: Channels) -> Result<Beats, Abstention> {
    Result { () throws(Abstention) in
      guard let wave = channels[.ppg]?.uniform() else { throw .windowTooShort }
      return Beats(wave: wave, intervals: try parameters.intervals(of: wave))
    }
  }

  func estimate(in range: TimeRange, of prepared: Result<Beats, Abstention>) -> Estimate {
    .unlessSilent { () throws(Abstention) in
      let found = try prepared.get()
      let samples = found.wave.indices(in: range)
      guard Double(samples.count) / found.wave.sampleRate >= BeatRate.leastSeconds
      else { throw .windowTooShort }
      let beats = found.intervals.beats
      let first = beats.firstIndex(notBefore: range.start - TimeRange.slack)
      let end = beats.firstIndex(notBefore: range.end - TimeRange.slack)
      return found.intervals.estimate(in: first..<max(first, end))
    }
  }
}
