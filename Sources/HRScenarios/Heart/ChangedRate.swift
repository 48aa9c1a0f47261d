internal import HRPlugins
internal import HRSignals

/// Beats at another mean rate, each interval keeping its own variation about the mean.
///
/// The mean is the recorded rate over ten seconds (``InstantaneousHeartRate``). An interval becomes as long as recorded
/// times the recorded rate over the new one, but not below ``BeatIntervals/shortestSeconds``. Gaps of the reference
/// are stretched or shortened in the same proportion as the intervals beside them, as the unseen beats in them
/// would be.
struct ChangedRate {
  private let beats: [Double]
  private let course: InstantaneousHeartRate

  init(_ beats: [Double], in trial: ScenarioTrial) throws(ScenarioFailure) {
    guard let course = trial.heart ?? InstantaneousHeartRate(.beats(beats)) else {
      throw ScenarioFailure("has beats, but no two of them close enough for a heart rate")
    }
    self.beats = beats
    self.course = course
  }

  /// The first beat at or after a share of the time from the first beat to the last.
  func index(at share: Double) -> Int {
    beats.firstIndex(notBefore: beats[0] + share * (beats[beats.count - 1] - beats[0]))
  }

  /// - Parameters:
  ///   - first: the last beat that stays.
  ///   - newRate: the new rate in beats per minute, from the recorded one and the seconds since the first beat, at
  ///     the middle of the new interval.
  func moved(from first: Int, newRate: (_ bpm: Double, _ seconds: Double) -> Double) -> MovedBeats {
    var moved = MovedBeats(times: beats)
    guard first + 1 < beats.count else { return moved }
    for index in (first + 1)..<beats.count {
      let recorded = beats[index] - beats[index - 1]
      let bpm = course.bpm(at: (beats[index] + beats[index - 1]) / 2)
      let since = moved.times[index - 1] - beats[first]
      // The rate changes while the interval lasts; its middle is found by repetition, until it no longer moves.
      var interval = recorded
      for _ in 0..<Self.mostRepetitions {
        let next = recorded * bpm / newRate(bpm, since + interval / 2)
        let isSettled = abs(next - interval) < Self.settledSeconds
        interval = next
        if isSettled { break }
      }
      moved.times[index] =
        moved.times[index - 1] + BeatIntervals.limited(interval, recorded: recorded)
    }
    return moved
  }

  static let mostRepetitions = 50
  static let settledSeconds = 1e-12
}
