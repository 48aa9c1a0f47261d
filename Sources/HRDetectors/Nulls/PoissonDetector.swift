internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Random beats at the window's spectral rate: the scores of a count without any rhythm.
///
/// Intervals are exponential with the mean 60 / `fft`'s rate, from the window's start to its end: a Poisson
/// process. The rate is made of these beats as that of every beat detector (``BeatRate``); where `fft` abstains, so
/// does this.
///
/// Its numbers come from a stream named after the window's start and the spectral rate, with the seed 20 250
/// (`seed` changes it): the same window of the same samples always has the same beats, in any order and any number
/// of jobs, and another window others.
///
/// - Note: The rate reads too high: the mean of the intervals near their median, which of exponential intervals is 0.69
///   of the mean. It is the beats that count.
/// - Note: Chance level of beats, as ``MetronomeDetector``, but without even intervals: the difference between the two
///   is the value of evenness alone.
struct PoissonDetector: PreparedWindowDetector {
  struct Parameters: ParameterSet {
    var seed = 20_250

    static let table: [Parameter<Self>] = [
      Parameter("seed", \.seed, in: 0...1_000_000_000, "Where its random numbers begin.")
    ]
  }

  static let info = PluginInfo(
    "poisson", version: 1, "Random beats at the spectral rate.")
  static let inputs = [ChannelKind.ppg]

  private let spectrum = FFTDetector(parameters: FFTDetector.Parameters())
  private let seed: UInt64

  init(parameters: Parameters) {
    seed = UInt64(clamping: parameters.seed)
  }

  var rangeBPM: ClosedRange<Double>? { BeatRate.plausibleBPM }

  func prepare(_ channels: Channels) -> ThinnedWave? { spectrum.prepare(channels) }

  func estimate(in range: TimeRange, of wave: ThinnedWave?) -> Estimate {
    let reading = spectrum.estimate(in: range, of: wave)
    guard let bpm = reading.bpm else { return reading }
    var random = RandomStream(
      seed: seed, ["poisson", String(range.start.bitPattern, radix: 16), String(bpm.bitPattern, radix: 16)])
    var beats: [Double] = []
    var time = range.start + random.exponential(mean: 60 / bpm)
    while time < range.end {
      beats.append(time)
      time += random.exponential(mean: 60 / bpm)
    }
    return BeatRate.estimate(from: beats)
  }
}
