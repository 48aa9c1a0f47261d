internal import HRPlugins
internal import HRSignals

/// Lets the camera change its white balance again and again, so that the ratios of the colours change.
///
/// White balance is a gain of red and one of blue against green, which keeps its own. Events and response are those of
/// ``AutoExposureScenario``; at each event red and blue head for gains of their own, both uniform within 1 ±
/// `stepPercent` / 100. A colour's level, pulse included, is multiplied by its gain, as if codes were proportional to
/// light, and clipped. Green is not touched.
///
/// Rate, height, time constant and the independence of the two gains are our choice: a real camera moves them mostly
/// against each other, along the colours of a black body.
struct WhiteBalanceScenario: Scenario {
  typealias Parameters = GainStepParameters

  static let info = PluginInfo(
    "whiteBalance", version: 1,
    "Steps of the camera's red and blue gain against green, each with a time constant.",
    source: "hreval; the model is our own")

  static let touches = [ChannelKind.red, .blue]

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard !parameters.areClean else { return channels }
    let steps = parameters.steps(trial.random)
    return channels.damaging(Self.touches) { kind, channel in
      zip(channel.values, steps.gains(of: channel, lane: kind == .red ? 0 : 1)).map { $0 * $1 }
    }
  }
}
