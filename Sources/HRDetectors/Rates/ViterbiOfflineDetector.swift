internal import HRPlugins
internal import HRSignals

/// ``ViterbiDetector`` with hindsight: the one path that is best over the whole recording, read everywhere.
///
/// - Note: It uses later samples, and declares so (``causality``); papers list such results beside causal ones as if
///   they were equal.
struct ViterbiOfflineDetector: PreparedWindowDetector {
  typealias Parameters = ViterbiDetector.Parameters

  static let info = PluginInfo(
    "viterbi.offline", version: 2, "Most plausible path through the spectra of the whole recording.",
    source:
      "A. J. Viterbi, IEEE Trans. Inf. Theory 13(2), 1967; on spectra: A. Temko, IEEE Trans. Biomed. Eng. 64(9), 2017"
  )
  static let inputs = [ChannelKind.ppg]
  static let tracks = true
  static let causality = Causality.lookAhead(seconds: .infinity)

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { parameters.bandBPM }

  func prepare(_ channels: Channels) -> RateTrack? {
    parameters.trellis(channels).map { trellis in
      let path = ViterbiPath(trellis, deviationBPM: parameters.stepDeviationBPM)
      return RateTrack(
        trellis: trellis, readings: path.readings(in: trellis.steps.indices, of: trellis))
    }
  }

  func estimate(in range: TimeRange, of track: RateTrack?) -> Estimate {
    track?.estimate(in: range, as: parameters.reading) ?? .abstained(.windowTooShort)
  }
}
