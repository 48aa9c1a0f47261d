package import HRPlugins
package import HRSignals

/// The recording as it is: what every other scenario is held against.
package struct CleanScenario: Scenario {
  package static let info = PluginInfo.clean

  package static let touches: [ChannelKind] = []

  package init(_ parameters: NoParameters) {}

  package func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels { channels }
}
