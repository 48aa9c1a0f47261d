internal import HRPlugins
internal import HRSignals

/// Adds steady motion in step with the heart: a fixed number of steps to each beat.
///
/// The steps are `pulseRatio` times the number of beats that came before (``BeatCount``), counted on the reference's
/// beats themselves and not on a smoothed rate: at 2 each beat is met by two steps, at 0.5 every second beat by one,
/// always at the same phase of the motion. ``PulseMotionScenario`` follows the rate over ten seconds and drifts in
/// phase; here the motion has every irregularity of the heart, and `phaseWander`, 0 as it is given, loosens the lock.
/// So the motion's lines are at half, double and other simple ratios of the pulse's own, as wide as these, and only
/// their heights, their form and the accelerometer distinguish one from the other. Wave, amplitude, accelerometer and
/// clipping are those of ``CadenceMotionScenario``.
///
/// Steps at 1:2, 2:3 and 3:2 of the heart: B. Phillips and Y. Jin, "Effect of adaptive paced cardiolocomotor
/// synchronization during running: a preliminary study", J. Sports Sci. Med. 12:381, 2013. The defaults are our choice.
struct LockedMotionScenario: Scenario {
  struct Parameters: MovingParameters {
    var pulseRatio = 2.0
    var motion = MotionShape(amplitudeRatio: 1.5, phaseWander: 0)

    static let table: [Parameter<Self>] =
      [
        Parameter("pulseRatio", \.pulseRatio, in: 0.25...4, "Steps for each beat of the heart.")
      ] + steadyMotionRows
  }

  static let info = PluginInfo(
    "lockedMotion", version: 1,
    "Steady motion in step with the true beats on optical channels and the accelerometer.",
    source:
      "hreval; cardiolocomotor synchronisation: B. Phillips and Y. Jin, J. Sports Sci. Med. 12:381, 2013")

  static let touches = ChannelKind.shownMotion
  static let needs = [ScenarioNeed.beats]

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) throws(ScenarioFailure) -> Channels {
    guard let beats = trial.heart.flatMap(BeatCount.init) else {
      throw ScenarioFailure("states no true beats for the motion to keep step with")
    }
    return SteadyMotion(parameters.motion, random: trial.random).moving(channels) {
      beats.values(at: $0).map { parameters.pulseRatio * $0 }
    }
  }
}

/// Number of beats before a given time: a whole number at each beat, and linear in between.
///
/// A beat less than 0.2 s after the one before is passed over. Over a gap of more than 3 s, in which beats are not
/// known, the count grows by as many whole beats as the heart rate's course has there, at least by one. Before the
/// first and after the last beat it follows that course.
struct BeatCount {
  private static let leastSeconds = 0.2
  private static let mostSeconds = 3.0

  private let heart: InstantaneousHeartRate
  private let times: [Double]
  private let counts: [Double]

  /// - Returns: `nil` if no beats are known.
  init?(_ heart: InstantaneousHeartRate) {
    guard let first = heart.beats.first else { return nil }
    var (times, counts) = ([first], [0.0])
    var (last, count) = (first, 0.0)
    for beat in heart.beats where beat - last >= Self.leastSeconds {
      let seconds = beat - last
      count +=
        seconds <= Self.mostSeconds
        ? 1 : max((heart.cycles(at: beat) - heart.cycles(at: last)).rounded(), 1)
      last = beat
      times.append(beat)
      counts.append(count)
    }
    (self.heart, self.times, self.counts) = (heart, times, counts)
  }

  /// - Parameter moments: ascending.
  func values(at moments: [Double]) -> [Double] {
    let course = heart.cycles(at: moments)
    let (start, end) = (heart.cycles(at: times[0]), heart.cycles(at: times[times.count - 1]))
    var after = 0
    return moments.enumerated().map { index, moment in
      while after < times.count, times[after] <= moment { after += 1 }
      guard after > 0 else { return course[index] - start }
      guard after < times.count else { return counts[after - 1] + course[index] - end }
      let share = (moment - times[after - 1]) / (times[after] - times[after - 1])
      return counts[after - 1] + share * (counts[after] - counts[after - 1])
    }
  }
}
