internal import HRPlugins
internal import HRSignals

/// Adds independent Gaussian noise to every sample of every optical channel.
///
/// SNR = 10 log₁₀(P / σ²) in decibels, with P the channel's pulsatile power over the whole recording (see
/// ``PulsatileBand``) and σ² the variance of the noise over its whole band, 0 Hz to half the sample rate: at 125 Hz
/// only 12 % of the noise is within 0.5…8 Hz. With `measuredOver` at `pulsatileBand`, σ² is instead the power of the
/// drawn noise in that band (``NoiseExtent``), so the same severity harms alike at every sample rate. That ratio is met
/// to the last digit, while the variance is that of the distribution drawn from. Channels draw from streams of their
/// own, sample by sample from the first. Camera channels are clipped to 0…255, which lowers the noise met where the
/// level is near an edge.
struct WhiteNoiseScenario: Scenario {
  struct Parameters: ParameterSet {
    var snrDecibels = 10.0
    var measuredOver = NoiseExtent.allFrequencies

    static let table: [Parameter<Self>] = [
      Parameter(
        "snrDecibels", \.snrDecibels, in: -20...60,
        "Pulsatile power (0.5 to 8 Hz) over the noise's variance, in dB; lower is worse."),
      Parameter(
        "measuredOver", \.measuredOver, "Which frequencies of the noise count: all, or 0.5 to 8 Hz only."),
    ]
  }

  static let info = PluginInfo(
    "whiteNoise", version: 1, "Gaussian white noise at a signal-to-noise ratio on optical channels.",
    source:
      "hreval; SNR ladders after G. B. Moody, W. E. Muldrow and R. G. Mark, Comput. Cardiol. 11:381, 1984")

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    channels.damagingOptical { kind, channel, band in
      var stream = trial.random.stream("noise \(kind.rawValue)")
      switch parameters.measuredOver {
      case .allFrequencies:
        let deviation = noiseScale(
          snrDecibels: parameters.snrDecibels, signalPower: band.power, noisePower: 1)
        return channel.values.map { $0 + deviation * stream.normal() }
      case .pulsatileBand:
        let noise = (0..<channel.count).map { _ in stream.normal() }
        return parameters.measuredOver.adding(
          noise, to: channel, with: band, snrDecibels: parameters.snrDecibels)
      }
    }
  }
}
