internal import HRPlugins
internal import HRSignals

/// Adds Gaussian noise with a spectrum of 1/f² to every optical channel.
///
/// Power density proportional to 1/f², a random walk that does not run away, from `lowestHz` to half the sample rate
/// and none below (``ColouredNoise``; irregular channels: made on the nominal even grid, interpolated, then scaled).
/// SNR = 10 log₁₀(P / N) in decibels, with P the channel's pulsatile power over the whole recording (``PulsatileBand``)
/// and N the power of the very noise added, before clipping: its mean square, or its power within 0.5…8 Hz
/// (``NoiseExtent``). Channels draw from streams of their own; camera channels are clipped to 0…255.
struct BrownNoiseScenario: Scenario {
  typealias Parameters = PowerLawNoiseParameters

  static let info = PluginInfo(
    "brownNoise", version: 1, "Gaussian 1/f² noise at a signal-to-noise ratio on optical channels.",
    source: "hreval; power-law noise after J. Timmer and M. König, Astron. Astrophys. 300:707, 1995")

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    parameters.addingNoise(exponent: 2, to: channels, in: trial)
  }
}
