internal import HRPlugins
internal import HRSignals

/// Changes the gain of all optical channels once and for good.
///
/// From `atShare` of the channel's duration on, a camera's level, pulse included, is multiplied by `factor` and
/// clipped, as light would do: a finger's red, bright as it is, saturates above about 1.1 and loses its pulse. Other
/// channels hold no absolute level one could multiply (many have their mean taken off), so their distance from their
/// median over the recording is: the pulse grows, the level stays. A metamorphic change: the heart rate stays the same,
/// so away from the step and where nothing is clipped a detector's answer should too.
///
/// T. Y. Chen, S. C. Cheung and S. M. Yiu, "Metamorphic testing: a new approach for generating next test cases",
/// HKUST-CS98-01, 1998.
struct GainStepScenario: Scenario {
  struct Parameters: ParameterSet {
    var factor = 0.5
    var atShare = 0.5

    static let table: [Parameter<Self>] = [
      Parameter(
        "factor", \.factor, in: 0.1...10,
        "Gain after the step over gain before; 1 is clean. A finger's red saturates above about 1.1."),
      Parameter("atShare", \.atShare, in: 0...1, "Share of the recording before the step."),
    ]
  }

  static let info = PluginInfo(
    "gainStep", version: 1, "The gain of optical channels changed once and for good.",
    source: "hreval; metamorphic testing after T. Y. Chen, S. C. Cheung and S. M. Yiu, HKUST-CS98-01, 1998")

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.factor != 1 else { return channels }
    return channels.damaging(Self.touches) { kind, channel in
      guard let fixed = kind.levels?.lowerBound ?? channel.medianLevel else { return nil }
      var values = channel.values
      for index in channel.indices(fromShare: parameters.atShare) {
        values[index] = fixed + parameters.factor * (values[index] - fixed)
      }
      return values
    }
  }
}
