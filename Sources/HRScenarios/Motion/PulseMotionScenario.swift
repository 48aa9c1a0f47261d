internal import HRPlugins
internal import HRSignals

/// Adds steady motion whose cadence is a given share of the true heart rate and follows it.
///
/// The steps are counted by the heart: `pulseRatio` times ``InstantaneousHeartRate/cycles(at:)``, so when the heart
/// speeds up, the motion does. Below 1 it is slower than the pulse, above faster. At 1 its rate is the pulse's, and
/// only its slow drift of phase (`phaseWander`) distinguishes the two. The rate is the reference's, smoothed over ten
/// seconds, so the motion follows its course and not single beats; before its first and after its last point it keeps
/// their rate. Wave, amplitude, accelerometer and clipping are those of ``CadenceMotionScenario``.
/// ``LockedMotionScenario`` goes beat by beat.
///
/// A sweep of `pulseRatio` at one amplitude shows how near to the pulse a motion must come to capture a detector.
/// Motion tied to the true rate is our own construction.
struct PulseMotionScenario: Scenario {
  struct Parameters: MovingParameters {
    var pulseRatio = 1.0
    var motion = MotionShape()

    static let table: [Parameter<Self>] =
      [
        Parameter("pulseRatio", \.pulseRatio, in: 0.5...2, "Cadence of the motion over the true heart rate.")
      ] + steadyMotionRows
  }

  static let info = PluginInfo(
    "pulseMotion", version: 1,
    "Steady motion at a share of the true heart rate on optical channels and the accelerometer.",
    source: pairedMotion)

  static let touches = ChannelKind.shownMotion
  static let needs = [ScenarioNeed.heartRate]

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) throws(ScenarioFailure) -> Channels {
    guard let heart = trial.heart else {
      throw ScenarioFailure("states no true heart rate for the motion to follow")
    }
    return SteadyMotion(parameters.motion, random: trial.random).moving(channels) {
      heart.cycles(at: $0).map { parameters.pulseRatio * $0 }
    }
  }
}
