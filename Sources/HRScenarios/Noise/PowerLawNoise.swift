internal import RealModule
internal import HRPlugins
internal import HRSignals

/// Common parameters of pink and brown noise: all but the exponent of their spectrum.
///
/// At another `snrDecibels` it is the same noise, louder or softer; at another `lowestHz` it is other noise.
struct PowerLawNoiseParameters: ParameterSet {
  var snrDecibels = 10.0
  var lowestHz = 0.05
  var measuredOver = NoiseExtent.allFrequencies

  static let table: [Parameter<Self>] = [
    Parameter(
      "snrDecibels", \.snrDecibels, in: -20...60,
      "Pulsatile power (0.5 to 8 Hz) over the noise's, in dB; lower is worse."),
    Parameter(
      "lowestHz", \.lowestHz, in: 0.005...0.5, "Lowest frequency of the noise; there is none below it."),
    Parameter(
      "measuredOver", \.measuredOver, "Which frequencies of the noise count: all, or 0.5 to 8 Hz only."),
  ]
}

/// Noise with power density 1 / f^exponent on every optical channel.
protocol PowerLawNoise: Scenario where Parameters == PowerLawNoiseParameters {
  static var exponent: Double { get }
  var parameters: PowerLawNoiseParameters { get }
}

extension PowerLawNoise {
  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    channels.damagingOptical { kind, channel, band in
      let noise = ColouredNoise(
        bands: [.init(edgesHz: parameters.lowestHz...(.infinity), exponent: Self.exponent)],
        random: trial.random, name: "noise \(kind.rawValue)")
      return parameters.measuredOver.adding(
        noise.values(on: channel), to: channel, with: band, snrDecibels: parameters.snrDecibels)
    }
  }
}

/// Adds Gaussian noise with a spectrum of 1/f to every optical channel.
///
/// Power density proportional to 1/f, as much power in every octave, from `lowestHz` to half the sample rate
/// and none below (``ColouredNoise``; irregular channels: made on the nominal even grid, interpolated, then scaled).
/// SNR = 10 log₁₀(P / N) in decibels, with P the channel's pulsatile power over the whole recording (``PulsatileBand``)
/// and N the power of the very noise added, before clipping: its mean square, or its power within 0.5…8 Hz
/// (``NoiseExtent``). Channels draw from streams of their own; camera channels are clipped to 0…255.
struct PinkNoiseScenario: PowerLawNoise {
  static let info = PluginInfo(
    "pinkNoise", version: 1, "Gaussian 1/f noise at a signal-to-noise ratio on optical channels.",
    source: "hreval; power-law noise after J. Timmer and M. König, Astron. Astrophys. 300:707, 1995")

  static let exponent = 1.0

  let parameters: PowerLawNoiseParameters
}

/// Adds Gaussian noise with a spectrum of 1/f² to every optical channel.
///
/// Power density proportional to 1/f², a random walk that does not run away, from `lowestHz` to half the sample rate
/// and none below (``ColouredNoise``; irregular channels: made on the nominal even grid, interpolated, then scaled).
/// SNR = 10 log₁₀(P / N) in decibels, with P the channel's pulsatile power over the whole recording (``PulsatileBand``)
/// and N the power of the very noise added, before clipping: its mean square, or its power within 0.5…8 Hz
/// (``NoiseExtent``). Channels draw from streams of their own; camera channels are clipped to 0…255.
struct BrownNoiseScenario: PowerLawNoise {
  static let info = PluginInfo(
    "brownNoise", version: 1, "Gaussian 1/f² noise at a signal-to-noise ratio on optical channels.",
    source: "hreval; power-law noise after J. Timmer and M. König, Astron. Astrophys. 300:707, 1995")

  static let exponent = 2.0

  let parameters: PowerLawNoiseParameters
}

/// Frequencies of a noise that count in the ratio of its power to that of the pulse.
enum NoiseExtent: String, CaseIterable, Sendable {
  /// Mean square of the noise over the channel's samples.
  case allFrequencies
  /// Power of the noise as ``PulsatileBand`` filters it, 0.5 to 8 Hz: the same share of the noise at every sample rate.
  case pulsatileBand

  /// Power of a noise that has a value for each of the channel's samples.
  func power(of noise: [Double], on channel: Channel) -> Double {
    switch self {
    case .allFrequencies: noise.reduce(0) { $0 + $1 * $1 } / Double(max(noise.count, 1))
    case .pulsatileBand: PulsatileBand(channel.replacing(values: noise))?.power ?? 0
    }
  }

  /// The channel's values plus the noise, scaled to a given ratio of the pulse to it in decibels.
  ///
  /// The channel's own values if there is no noise to scale.
  func adding(
    _ noise: [Double]?, to channel: Channel, with pulse: PulsatileBand, snrDecibels: Double
  ) -> [Double] {
    guard let noise else { return channel.values }
    let power = power(of: noise, on: channel)
    guard power > 0 else { return channel.values }
    let scale = noiseScale(snrDecibels: snrDecibels, signalPower: pulse.power, noisePower: power)
    return zip(channel.values, noise).map { $0 + scale * $1 }
  }
}

/// Returns the factor on noise for a given signal-to-noise ratio in decibels.
///
/// - Parameter noisePower: power before scaling; positive.
func noiseScale(snrDecibels: Double, signalPower: Double, noisePower: Double) -> Double {
  Double.sqrt(signalPower * Double.pow(10, -snrDecibels / 10) / noisePower)
}
