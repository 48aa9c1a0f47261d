package import HRPlugins
package import HRSignals

/// The recording as it is: what every other scenario is held against.
package struct CleanScenario: Scenario {
  package static let info = PluginInfo("clean", version: 1, "The recording as it is.")

  package init(_ parameters: NoParameters) {}

  package func apply(to channels: Channels, random: RandomSource) -> Channels { channels }
}
