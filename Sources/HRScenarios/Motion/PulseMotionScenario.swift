package import HRPlugins
package import HRSignals

/// Adds steady motion whose cadence is a given share of the true heart rate and follows it.
///
/// The steps are counted by the heart: `pulseRatio` times ``InstantaneousHeartRate/cycles(at:)``, so when the heart
/// speeds up, the motion does. Below 1 it is slower than the pulse, above faster; at 1 it lies on it, and only its slow
/// drift of phase (`phaseWander`) tells the two apart. The rate is the reference's, smoothed over ten seconds, so the
/// motion follows its course and not single beats; before its first and after its last point it keeps their rate. Wave,
/// amplitude, accelerometer and clipping are those of ``CadenceMotionScenario``.
///
/// A sweep of `pulseRatio` at one amplitude shows how near to the pulse a motion must come to capture a detector.
/// Motion tied to the true rate is our own construction.
package struct PulseMotionScenario: Scenario {
  package struct Parameters: SteadyMotionParameters {
    package var pulseRatio = 1.0
    package var amplitudeRatio = 1.0
    package var halfRatio = 0.2
    package var doubleRatio = 0.4
    package var phaseWander = 0.1
    package var accelerationPerRatio = 0.15
    package init() {}
    package static let table: [Parameter<Self>] =
      [
        Parameter("pulseRatio", \.pulseRatio, in: 0.5...2, "Cadence of the motion over the true heart rate.")
      ] + steadyMotionRows
  }

  package static let info = PluginInfo(
    "pulseMotion", version: 1,
    "Steady motion at a share of the true heart rate on optical channels and the accelerometer.",
    source:
      "hreval; rhythmic motion with a paired accelerometer as in Z. Zhang, Z. Pi and B. Liu (TROIKA), IEEE Trans. Biomed. Eng. 62:522, 2015"
  )

  package static let touches = ChannelKind.shownMotion
  package static let needs = [ScenarioNeed.heartRate]

  private let parameters: Parameters

  package init(_ parameters: Parameters) {
    self.parameters = parameters
  }

  package func apply(to channels: Channels, in trial: ScenarioTrial) throws(ScenarioFailure) -> Channels {
    guard let heart = trial.heart else {
      throw ScenarioFailure("states no true heart rate for the motion to follow")
    }
    return SteadyMotion(parameters, random: trial.random).moving(channels) {
      heart.cycles(at: $0).map { parameters.pulseRatio * $0 }
    }
  }
}
