internal import HRPlugins
internal import HRSignals

/// Adds steady walking or running at a given cadence, and the same motion to the accelerometer.
///
/// The whole recording moves: a wave at `cadencePerMinute` with a part at half of it (arm swing: an arm swings once in
/// two steps) and one at double, whose heights are `halfRatio` and `doubleRatio` times that at the cadence itself. The
/// sum's root mean square times √2 is `amplitudeRatio` times the channel's pulse amplitude
/// (``PulsatileBand/amplitude``), over any stretch of many steps. The phase φ of the steps drifts as a random walk with
/// a standard deviation of `phaseWander` radians after a second and `phaseWander` · √t after t seconds, which widens
/// the line at the cadence to `phaseWander`² / 2π hertz (full width at half height). Formula, accelerometer and what
/// all channels share: ``SteadyMotion``.
///
/// People walk at some 100 steps a minute (J. K. Urbanek et al., arXiv:1505.04066, 2015: 1.7 per second in free life).
/// The default cadence, amplitude, ratios of half and double, drift and acceleration are our choice. The cadence seen
/// by an accelerometer is that of the steps as long as the motion along gravity outweighs the rest: with the default
/// ratios up to an acceleration of about 1 g. Camera channels are clipped.
struct CadenceMotionScenario: Scenario {
  struct Parameters: MovingParameters {
    var cadencePerMinute = 110.0
    var motion = MotionShape()

    static let table: [Parameter<Self>] =
      [
        Parameter("cadencePerMinute", \.cadencePerMinute, in: 40...240, "Steps per minute.")
      ] + steadyMotionRows
  }

  static let info = PluginInfo(
    "cadenceMotion", version: 1, "Steady walking or running on optical channels and the accelerometer.",
    source: pairedMotion)

  static let touches = ChannelKind.shownMotion

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    SteadyMotion(parameters.motion, random: trial.random)
      .moving(channels, steps: steadySteps(perMinute: parameters.cadencePerMinute))
  }
}
