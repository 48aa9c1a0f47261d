internal import HRPlugins
internal import HRSignals

/// Holds `fft`'s reading of the recording's first window for ever.
///
/// The first window begins with the recording and is as long as the one that is asked for; where `fft` has no
/// reading there, the next one of that length that has, if it ends by the end of the one asked for. Before that
/// there is no reading. A detector that is no better than this one has shown that it can read the first window.
///
/// - Note: Differs from the chance level of the same name in every table: that one holds the *reference* of the latest
///   earlier window, and shows how little a rate changes from one window to the next. This one is a detector: it reads
///   the signal, once, and no reference.
struct HoldLastDetector: PreparedWindowDetector {
  static let info = PluginInfo(
    "holdLast", version: 1, "The first window's spectral rate, held for ever.")
  static let inputs = [ChannelKind.ppg]
  static let tracks = true

  private let spectrum = FFTDetector(parameters: FFTDetector.Parameters())

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { spectrum.rangeBPM }

  func prepare(_ channels: Channels) -> ThinnedWave? { spectrum.prepare(channels) }

  func estimate(in range: TimeRange, of wave: ThinnedWave?) -> Estimate {
    guard let wave, range.duration > 0 else { return .abstained(.windowTooShort) }
    var first = TimeRange(start: wave.signal.startTime, end: wave.signal.startTime + range.duration)
    var why = Abstention.noReading
    while first.end <= range.end + TimeRange.slack {
      let estimate = spectrum.estimate(in: first, of: wave)
      switch estimate.outcome {
      case .bpm: return estimate
      case .abstained(let reason): why = reason
      }
      first = TimeRange(start: first.end, end: first.end + range.duration)
    }
    return .abstained(why)
  }
}
