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

/// The rate rises or falls evenly and then stays changed.
///
/// From the first beat at or after `fromShare` of the time between first and last beat on, the rate (recorded, over
/// ten seconds) is changed by `bpmPerSecond` times the seconds since that beat, at most by `changeBPM`; then it
/// stays changed by that. It is limited to 30…220 beats per minute, except where the recording is already beyond.
/// Intervals keep their own variation about the mean: ``ChangedRate``. A recording whose rate rises gets shorter;
/// one whose rate falls is cut at its old end.
///
/// Severity is the slope in beats per minute per second. Changes of 1 to 5 bpm per second are our choice; that the
/// transitions between loads belong into a validation: J. M. Mühlen et al. (INTERLIVE), Br. J. Sports Med. 55:767,
/// 2021.
struct RateRampScenario: RhythmScenario {
  struct Parameters: ParameterSet {
    var fromShare = 0.25
    var bpmPerSecond = 1.0
    var changeBPM = 60.0

    static let table: [Parameter<Self>] = [
      Parameter("fromShare", \.fromShare, in: 0...1, "Where in the recording the change begins."),
      Parameter(
        "bpmPerSecond", \.bpmPerSecond, in: -5...5,
        "How fast the rate changes; below 0 it falls; 0 is clean."),
      Parameter("changeBPM", \.changeBPM, in: 0...150, "By how much it has changed in the end; 0 is clean."),
    ]
  }

  static let info = PluginInfo(
    "rateRamp", version: 1,
    "A heart rate that rises or falls evenly and stays changed; the reference moves along.",
    source:
      "hreval; transitions as in J. M. Mühlen et al. (INTERLIVE), Br. J. Sports Med. 55:767, 2021")

  static let limitsBPM = 30.0...220

  let parameters: Parameters

  func moved(_ beats: [Double], in trial: ScenarioTrial) throws(ScenarioFailure) -> MovedBeats {
    let (slope, most) = (parameters.bpmPerSecond, parameters.changeBPM)
    guard slope != 0, most > 0 else { return MovedBeats(times: beats) }
    let rate = try ChangedRate(beats, in: trial)
    return rate.moved(from: rate.index(at: parameters.fromShare)) { bpm, seconds in
      if slope > 0 {
        max(bpm, min(bpm + min(slope * seconds, most), Self.limitsBPM.upperBound))
      } else {
        min(bpm, max(bpm + max(slope * seconds, -most), Self.limitsBPM.lowerBound))
      }
    }
  }
}

/// The rate jumps to another level and stays there: a test of a detector's response time.
///
/// From the first beat at or after `atShare` of the time between first and last beat on, the rate (over ten
/// seconds) is `toBPM`. Intervals keep their own variation about the mean: ``ChangedRate``. A recording whose rate
/// rises gets shorter; one whose rate falls is cut at its old end.
///
/// Severity is the level after the step in beats per minute. No heart jumps like this: it is a test signal, and its
/// size is our choice; that the transitions between loads belong into a validation: J. M. Mühlen et al.
/// (INTERLIVE), Br. J. Sports Med. 55:767, 2021.
struct RateStepScenario: RhythmScenario {
  struct Parameters: ParameterSet {
    var atShare = 0.5
    var toBPM = 150.0

    static let table: [Parameter<Self>] = [
      Parameter("atShare", \.atShare, in: 0...1, "Where in the recording the rate jumps."),
      Parameter("toBPM", \.toBPM, in: 0...220, "The rate after the jump, 30 or more; 0 is clean."),
    ]
    var conflicts: [String] {
      toBPM == 0 || toBPM >= RateRampScenario.limitsBPM.lowerBound
        ? [] : ["toBPM must be 0 or at least 30"]
    }
  }

  static let info = PluginInfo(
    "rateStep", version: 1, "A heart rate that jumps to a level and stays there; the reference moves along.",
    source:
      "hreval; transitions as in J. M. Mühlen et al. (INTERLIVE), Br. J. Sports Med. 55:767, 2021")

  let parameters: Parameters

  func moved(_ beats: [Double], in trial: ScenarioTrial) throws(ScenarioFailure) -> MovedBeats {
    guard parameters.toBPM > 0 else { return MovedBeats(times: beats) }
    let rate = try ChangedRate(beats, in: trial)
    return rate.moved(from: rate.index(at: parameters.atShare)) { _, _ in parameters.toBPM }
  }
}
