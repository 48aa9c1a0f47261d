internal import HRPlugins
internal import HRSignals

/// The recording as it is: what every other scenario is held against.
struct CleanScenario: Scenario {
  static let info = PluginInfo.clean

  static let touches: [ChannelKind] = []

  init(parameters: NoParameters) {}

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels { channels }
}
