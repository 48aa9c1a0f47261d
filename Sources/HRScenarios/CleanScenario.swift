internal import HRPlugins
internal import HRSignals

/// The recording as it is, with which every other scenario is compared.
struct CleanScenario: Scenario {
  static let info = PluginInfo.clean

  static let touches: [ChannelKind] = []

  init(parameters: NoParameters) {}

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels { channels }
}
