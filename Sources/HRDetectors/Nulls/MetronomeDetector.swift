internal import HRPlugins
internal import HRSignals

/// Beats at the window's spectral rate that ignore the pulse's phase: the score of beats for the rate alone.
///
/// The rate is `fft`'s, and so is the abstention; beats are placed from the window's start on, 60 / rate apart, up to
/// its end. Matched to true beats within a tolerance of 0.15 s, a metronome finds a good part of them by chance,
/// the more the faster the heart: an F1 is worth what it exceeds this one by.
///
/// - Note: Beats in overlapping windows start with their own window; beats stitched from several are out of step at the
///   seams.
struct MetronomeDetector: PreparedWindowDetector {
  static let info = PluginInfo(
    "metronome", version: 1, "Even beats at the spectral rate, blind to the pulse's phase.")
  static let inputs = [ChannelKind.ppg]

  private let spectrum = FFTDetector(parameters: FFTDetector.Parameters())

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { spectrum.rangeBPM }

  func prepare(_ channels: Channels) -> ThinnedWave? { spectrum.prepare(channels) }

  func estimate(in range: TimeRange, of wave: ThinnedWave?) -> Estimate {
    var estimate = spectrum.estimate(in: range, of: wave)
    guard let bpm = estimate.bpm else { return estimate }
    let interval = 60 / bpm
    estimate.beats = Array(stride(from: range.start, to: range.end, by: interval))
    return estimate
  }
}
