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
  struct Parameters: SteadyMotionParameters {
    var pulseRatio = 2.0
    var amplitudeRatio = 1.5
    var halfRatio = 0.2
    var doubleRatio = 0.4
    var phaseWander = 0.0
    var accelerationPerRatio = 0.15

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
    return SteadyMotion(parameters, random: trial.random).moving(channels) {
      beats.values(at: $0).map { parameters.pulseRatio * $0 }
    }
  }
}
