package import HRPlugins
package import HRSignals
internal import RealModule

/// Adds independent Gaussian noise to every sample of every optical channel.
///
/// SNR = 10 log₁₀(P / σ²) in decibels, with P the channel's pulsatile power over the whole recording (see
/// ``PulsatileBand``) and σ² the variance of the noise over its whole band, 0 Hz to half the sample rate: at 125 Hz
/// only 12 % of the noise lies within 0.5…8 Hz. Channels draw from streams of their own. Camera channels are clipped
/// to 0…255, which lowers the noise met where the level is near an edge.
package struct WhiteNoiseScenario: Scenario {
  package struct Parameters: ParameterSet {
    package var snrDecibels = 10.0
    package init() {}
    package static let table: [Parameter<Self>] = [
      Parameter(
        "snrDecibels", \.snrDecibels, in: -20...60,
        "Pulsatile power (0.5 to 8 Hz) over the noise's variance, in dB; lower is worse.")
    ]
  }

  package static let info = PluginInfo(
    "whiteNoise", version: 1, "Gaussian white noise at a signal-to-noise ratio on optical channels.",
    source:
      "hreval; SNR ladders after G. B. Moody, W. K. Muldrow and R. G. Mark, Comput. Cardiol. 11:381, 1984")

  private let snrDecibels: Double

  package init(_ parameters: Parameters) {
    snrDecibels = parameters.snrDecibels
  }

  package func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    channels.damagingOptical { kind, channel, band in
      let deviation = Double.sqrt(band.power * Double.pow(10, -snrDecibels / 10))
      var stream = trial.random.stream("noise \(kind.rawValue)")
      return channel.values.map { $0 + deviation * stream.normal() }
    }
  }
}
