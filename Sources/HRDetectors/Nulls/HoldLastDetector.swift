internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// A null detector that takes its rate from `fft`.
protocol SpectralNull: PreparedWindowDetector where Prepared == ThinnedWave? {}

extension SpectralNull {
  var rangeBPM: ClosedRange<Double>? { FFTDetector.usual.rangeBPM }

  func prepare(_ channels: Channels) -> ThinnedWave? { FFTDetector.usual.prepare(channels) }
}

/// Holds `fft`'s reading of the recording's first window for ever.
///
/// The first window begins with the recording and is as long as the one that is asked for; where `fft` has no
/// reading there, the next one of that length that has, if it ends by the end of the one asked for. Before that
/// there is no reading. A detector that is no better than this one has shown that it can read the first window.
///
/// - Note: Differs from the chance level of the same name in every table: that one holds the *reference* of the latest
///   earlier window, and shows how little a rate changes from one window to the next. This one is a detector: it reads
///   the signal, once, and no reference.
struct HoldLastDetector: SpectralNull, PlainPlugin {
  static let info = PluginInfo(
    "holdLast", version: 1, "The first window's spectral rate, held for ever.")
  static let tracks = true

  func estimate(in range: TimeRange, of wave: ThinnedWave?) -> Estimate {
    guard let wave, range.duration > 0 else { return .abstained(.windowTooShort) }
    var first = TimeRange(start: wave.signal.startTime, end: wave.signal.startTime + range.duration)
    var why = Abstention.noReading
    while first.end <= range.end + TimeRange.slack {
      let estimate = FFTDetector.usual.estimate(in: first, of: wave)
      switch estimate.outcome {
      case .bpm: return estimate
      case .abstained(let reason): why = reason
      }
      first = TimeRange(start: first.end, end: first.end + range.duration)
    }
    return .abstained(why)
  }
}

/// Beats at the window's spectral rate that ignore the pulse's phase: the score of beats for the rate alone.
///
/// The rate is `fft`'s, and so is the abstention; beats are placed from the window's start on, 60 / rate apart, up to
/// its end. Matched to true beats within a tolerance of 0.15 s, a metronome finds a good part of them by chance,
/// the more the faster the heart: an F1 is worth what it exceeds this one by.
///
/// - Note: Beats in overlapping windows start with their own window; beats stitched from several are out of step at the
///   seams.
struct MetronomeDetector: SpectralNull, PlainPlugin {
  static let info = PluginInfo(
    "metronome", version: 1, "Even beats at the spectral rate, blind to the pulse's phase.")

  func estimate(in range: TimeRange, of wave: ThinnedWave?) -> Estimate {
    var estimate = FFTDetector.usual.estimate(in: range, of: wave)
    guard let bpm = estimate.bpm else { return estimate }
    estimate.beats = Array(stride(from: range.start, to: range.end, by: 60 / bpm))
    return estimate
  }
}

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
struct PoissonDetector: SpectralNull {
  struct Parameters: ParameterSet {
    var seed = 20_250

    static let table: [Parameter<Self>] = [
      Parameter("seed", \.seed, in: 0...1_000_000_000, "Where its random numbers begin.")
    ]
  }

  static let info = PluginInfo(
    "poisson", version: 1, "Random beats at the spectral rate.")

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { BeatRate.plausibleBPM }

  func estimate(in range: TimeRange, of wave: ThinnedWave?) -> Estimate {
    let reading = FFTDetector.usual.estimate(in: range, of: wave)
    guard let bpm = reading.bpm else { return reading }
    var random = RandomStream(
      seed: UInt64(clamping: parameters.seed),
      ["poisson", String(range.start.bitPattern, radix: 16), String(bpm.bitPattern, radix: 16)])
    var beats: [Double] = []
    var time = range.start + random.exponential(mean: 60 / bpm)
    while time < range.end {
      beats.append(time)
      time += random.exponential(mean: 60 / bpm)
    }
    return BeatRate.estimate(from: beats)
  }
}
