internal import HRPlugins
internal import HRSignals

/// Lets the camera change its exposure again and again.
///
/// One event falls in each 60 / `perMinute` seconds (``EventSlots``: at another rate they come at other times). At each
/// the camera aims at a new gain, uniform within 1 ± `stepPercent` / 100 (so the root mean square of the targets'
/// distance from 1 is `stepPercent` / √3 percent), and approaches it as a first-order loop with `timeConstantSeconds`
/// (``GainSteps``). The levels of all colours, pulse included, are multiplied by the same gain, as if codes were
/// proportional to light (a tone curve would bend the steps), and clipped: colours near the top saturate.
///
/// That exposure control spoils pulse recordings: J. Laurie, N. Higgins, T. Peynot and J. Roberts, "Dedicated Exposure
/// Control for Remote Photoplethysmography", IEEE Access, 2020. Rate, height and time constant are our choice.
struct AutoExposureScenario: Scenario {
  typealias Parameters = GainStepParameters

  static let info = PluginInfo(
    "autoExposure", version: 1,
    "Steps of the camera's exposure, the same on all colours, each with a time constant.",
    source:
      "hreval; exposure control and the pulse: J. Laurie, N. Higgins, T. Peynot and J. Roberts, IEEE Access, 2020"
  )

  static let touches = ChannelKind.camera

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard !parameters.areClean else { return channels }
    let steps = parameters.steps(trial.random)
    return channels.damaging(Self.touches) { _, channel in
      zip(channel.values, steps.gains(of: channel)).map { $0 * $1 }
    }
  }
}
