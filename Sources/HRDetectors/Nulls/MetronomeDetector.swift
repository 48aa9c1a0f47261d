internal import HRPlugins
internal import HRSignals

/// Beats at the window's spectral rate that ignore where the pulse is: what a score of beats gives for the rate
/// alone.
///
/// The rate is `fft`'s, and so is the abstention; beats stand from the window's start on, 60 / rate apart, up to
/// its end. Matched to true beats within a tolerance of 0.15 s, a metronome finds a good part of them by chance,
/// the more the faster the heart: an F1 is worth what it exceeds this one by.
///
/// - Note: Windows that overlap are told apart by their own starts; beats stitched from several do not keep step at
///   the seams.
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
