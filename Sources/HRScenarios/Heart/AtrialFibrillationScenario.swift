internal import HRPlugins
internal import RealModule

/// Atrial fibrillation: intervals without order, and pulses as uneven as they are, in episodes.
///
/// In an episode (``RhythmEpisodes``; `episodeShare` of the time) the intervals are drawn anew, independent of each
/// other and log-normal: exp(√(ln(1 + v²)) · z), with z standard normal and v = `variation`, their coefficient of
/// variation. They are multiplied by one number so that together they last as long as those recorded. Intervals
/// that would be shorter than 0.27 s are set to that, and the others shortened in proportion. So an episode keeps
/// its number of beats, its beginning, its end and its mean rate, and beats in it wander from their recorded
/// places. At a gap of the reference (an interval outside 0.2…3 s) the drawing stops and begins again. At 222 beats
/// per minute and above nothing is left to vary.
///
/// The pulse follows the preceding interval r₁ and the one before it, r₂: its height is 1 + 0.5 · (r₁ / r₂ − 1) of
/// that recorded, within 0.3…1.5; an episode's first keeps its own. That stroke volume and ejected flow rise in a
/// line with r₁ / r₂ (r = 0.65 and 0.75 in dogs): T. Tabata et al., Am. J. Physiol. Heart Circ. Physiol. 281:H573,
/// 2001. The slope of 0.5 and the limits are our choice.
///
/// Severity is the coefficient of variation of the intervals (divisor n), which scaling to the episode's duration
/// lowers by the share 1 / 2n for n intervals; a greater one spreads the same draws further. At another
/// `episodeShare` or `episodeSeconds` episodes come at other moments. That it is about constant during atrial
/// fibrillation: K. Tateno and L. Glass, Med. Biol. Eng. Comput. 39:664, 2001; the value 0.2 is our choice.
/// Log-normal is a simplification: long intervals have an exponential tail (T. Hennig et al., arXiv:cond-mat/0605295,
/// 2006), and the heart's own slow changes of rate are kept only from one episode to the next.
struct AtrialFibrillationScenario: RhythmScenario {
  struct Parameters: ParameterSet {
    var episodes = RhythmEpisodes()
    var variation = 0.2

    static let table: [Parameter<Self>] = [
      Parameter("episodeShare", \.episodes.share, in: 0...1, "Share of the time in episodes; 0 is clean."),
      Parameter("episodeSeconds", \.episodes.seconds, in: 5...600, "How long an episode lasts."),
      Parameter(
        "variation", \.variation, in: 0.05...0.5,
        "Coefficient of variation of the intervals in an episode: standard deviation over mean."),
    ]
  }

  static let info = PluginInfo(
    "atrialFibrillation", version: 1,
    "Irregular intervals at the recorded mean rate with uneven pulses; the reference moves along.",
    source:
      "hreval; constant variation of intervals: K. Tateno and L. Glass, Med. Biol. Eng. Comput. 39:664, 2001; pulse heights: T. Tabata et al., Am. J. Physiol. Heart Circ. Physiol. 281:H573, 2001"
  )

  static let heightPerRatio = 0.5
  static let heights = 0.3...1.5

  let parameters: Parameters

  func moved(_ beats: [Double], in trial: ScenarioTrial) -> MovedBeats {
    var moved = MovedBeats(times: beats)
    let deviation = Double.sqrt(Double.log(1 + parameters.variation * parameters.variation))
    for episode in parameters.episodes.episodes(of: beats, trial.random, name: "fibrillation") {
      var stream = episode.stream
      // A gap takes its number too, so that it does not change what follows.
      let draws = episode.beats.dropFirst().map { _ in Double.exp(deviation * stream.normal()) }
      for run in runs(of: beats, in: episode.beats) where run.count > 2 {
        let first = run.lowerBound - episode.beats.lowerBound
        let intervals = Self.fitted(
          Array(draws[first..<(first + run.count - 1)]),
          to: beats[run.upperBound] - beats[run.lowerBound])
        replace(run, by: intervals, in: &moved)
      }
    }
    return moved
  }

  private func replace(_ run: ClosedRange<Int>, by intervals: [Double], in moved: inout MovedBeats) {
    var time = moved.times[run.lowerBound]
    for (step, index) in run.dropFirst().enumerated() {
      time += intervals[step]
      // The last beat keeps its time to the bit.
      if index < run.upperBound { moved.times[index] = time }
      guard step > 0 else { continue }
      let height = 1 + Self.heightPerRatio * (intervals[step] / intervals[step - 1] - 1)
      moved.pulseShares[index] = min(max(height, Self.heights.lowerBound), Self.heights.upperBound)
    }
  }

  /// Parts of an episode without gaps of the reference, from first to last beat.
  private func runs(of beats: [Double], in episode: ClosedRange<Int>) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    var start = episode.lowerBound
    for index in episode.dropFirst() where !BeatIntervals.isInterval(beats, to: index) {
      runs.append(start...(index - 1))
      start = index
    }
    runs.append(start...episode.upperBound)
    return runs
  }

  /// The intervals in proportion, with a sum of `seconds` and none below the shortest allowed.
  static func fitted(_ intervals: [Double], to seconds: Double) -> [Double] {
    let count = Double(intervals.count)
    let floor = min(BeatIntervals.shortestSeconds, seconds / count)
    var isShort = intervals.map { _ in false }
    while true {
      let free = intervals.indices.filter { !isShort[$0] }
      let rest = seconds - floor * (count - Double(free.count))
      let scale = rest / free.reduce(0) { $0 + intervals[$1] }
      let short = free.filter { intervals[$0] * scale < floor }
      // With all of them short there is nothing to vary: rounding must not leave none.
      guard short.count < free.count else { return intervals.map { _ in seconds / count } }
      if short.isEmpty { return intervals.indices.map { isShort[$0] ? floor : intervals[$0] * scale } }
      for index in short { isShort[index] = true }
    }
  }
}
