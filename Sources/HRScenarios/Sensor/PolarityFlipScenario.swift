internal import HRPlugins
internal import HRSignals

/// Turns the wave of every optical channel upside down.
///
/// Each value v becomes 2m − v, m being the channel's median over the recording. Camera channels are flipped too, and
/// clipped if the mirror image leaves 0…255. Whole codes stay whole. There is no severity. A metamorphic change: the
/// direction in which more blood moves a channel depends on the sensor, so the heart rate stays the same. Detectors
/// that search steep upstrokes may well be affected.
///
/// T. Y. Chen, S. C. Cheung and S. M. Yiu, "Metamorphic testing: a new approach for generating next test cases",
/// HKUST-CS98-01, 1998.
struct PolarityFlipScenario: Scenario {
  static let info = PluginInfo(
    "polarityFlip", version: 1, "Optical channels upside down about their median.",
    source: "hreval; metamorphic testing after T. Y. Chen, S. C. Cheung and S. M. Yiu, HKUST-CS98-01, 1998")

  init(parameters: NoParameters) {}

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    channels.damaging(Self.touches) { _, channel in
      channel.medianLevel.map { median in channel.values.map { 2 * median - $0 } }
    }
  }
}
