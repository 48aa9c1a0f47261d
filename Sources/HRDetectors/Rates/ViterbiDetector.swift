internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Follows the rate through the spectra of short windows by the most plausible path so far, from past samples only.
///
/// From the recording's start on, own windows of `windowSeconds` every `hopSeconds` (``RateTrellis``); through
/// their spectra the path of ``ViterbiPath`` with σ = `driftBPM`·√hopSeconds. For a window that is asked for, the
/// path counts that is best at the last own window which has ended by the window's end. Later spectra do not change it,
/// but those inside the window decide together, the last ones about the first ones, too. The answer is the mean of that
/// path over the own windows inside the window, as the reference is a mean, or its end alone (`reading`: the value that
/// a display would show at that time). Each own reading is placed between bins if the bin is a local maximum of its
/// spectrum. If no own window fits into the asked one, the last own window that ended by its end counts.
///
/// Confidence: mean share of in-band power within half a main lobe of the readings and of their doubles.
///
/// - Note: It has a memory: an estimate depends on samples before its window, and a recording's first seconds decide
///   the start of the path. Asked for a window on its own it starts there.
/// - Note: The flank of something outside the band, a drift below it above all, is levelled and has no effect, where a
///   single spectrum abstains with `bandEdge`. A true rate just outside the band is therefore not found, but something
///   else inside may be.
/// - Note: It forgives bursts, not a movement that outlasts the pulse: then the steadiest line wins, and that is the
///   cadence. On wrists during exercise it did worse than a constant.
struct ViterbiDetector: WaveDetector, BandDetector {
  struct Parameters: TrackParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var windowSeconds = 8.0
    var hopSeconds = 2.0
    var driftBPM = 2.0
    var reading = TrackReading.mean

    static var table: [Parameter<Self>] { rows() }

    var stepDeviationBPM: Double { driftBPM * Double.sqrt(hopSeconds) }
  }

  static let info = PluginInfo(
    "viterbi", version: 2, "Most plausible path through the spectra so far.",
    source: source)
  static let source =
    "A. J. Viterbi, IEEE Trans. Inf. Theory 13(2), 1967; on spectra: A. Temko, IEEE Trans. Biomed. Eng. 64(9), 2017"
  static let tracks = true

  let parameters: Parameters

  struct Paths: Sendable {
    fileprivate let trellis: RateTrellis
    fileprivate let path: ViterbiPath
  }

  func prepare(_ channels: Channels) -> Paths? {
    parameters.trellis(channels).map {
      Paths(trellis: $0, path: ViterbiPath($0, deviationBPM: parameters.stepDeviationBPM))
    }
  }

  func read(_ range: TimeRange, of paths: Paths) -> Estimate {
    paths.trellis.estimate(in: range, as: parameters.reading) {
      paths.path.readings(in: $0, of: paths.trellis)[...]
    }
  }
}

/// ``ViterbiDetector`` with hindsight: the one path that is best over the whole recording, read everywhere.
///
/// - Note: It uses later samples, and declares so (``causality``); papers list such results beside causal ones as if
///   they were equal.
struct ViterbiOfflineDetector: RateTracker {
  typealias Parameters = ViterbiDetector.Parameters

  static let info = PluginInfo(
    "viterbi.offline", version: 2, "Most plausible path through the spectra of the whole recording.",
    source: ViterbiDetector.source)
  static let causality = Causality.lookAhead(seconds: .infinity)

  let parameters: Parameters

  func readings(of trellis: RateTrellis) -> [RateTrack.Reading?] {
    ViterbiPath(trellis, deviationBPM: parameters.stepDeviationBPM)
      .readings(in: trellis.steps.indices, of: trellis)
  }
}
