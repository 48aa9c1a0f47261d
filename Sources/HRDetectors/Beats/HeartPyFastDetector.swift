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
  static let inputs = [ChannelKind.ppg]
  static let causality = Causality.lookAhead(seconds: .infinity)

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { .unbounded }

  /// The recording's beats, or the reason why there are none.
  enum Prepared: Sendable {
    case beats(Beats)
    case silence(Abstention)

    struct Beats: Sendable {
      fileprivate let intervals: HeartPyIntervals
      fileprivate let wave: Signal
    }
  }

  func prepare(_ channels: Channels) -> Prepared {
    guard let wave = channels[.ppg]?.uniform() else { return .silence(.windowTooShort) }
    switch BeatRate.readable(wave) {
    case .failure(let silence): return .silence(silence.reason)
    case .success(let readable):
      guard let intervals = parameters.intervals(of: readable) else { return .silence(.noPeak) }
      return .beats(.init(intervals: intervals, wave: readable))
    }
  }

  func estimate(in range: TimeRange, of prepared: Prepared) -> Estimate {
    switch prepared {
    case .silence(let reason): return .abstained(reason)
    case .beats(let prepared):
      let samples = prepared.wave.indices(in: range)
      guard Double(samples.count) / prepared.wave.sampleRate >= BeatRate.leastSeconds else {
        return .abstained(.windowTooShort)
      }
      let beats = prepared.intervals.beats
      let first = beats.firstIndex(notBefore: range.start - TimeRange.slack)
      let end = beats.firstIndex(notBefore: range.end - TimeRange.slack)
      return prepared.intervals.estimate(in: first..<max(first, end))
    }
  }
}
