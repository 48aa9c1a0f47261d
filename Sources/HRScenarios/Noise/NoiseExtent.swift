internal import HRSignals
internal import RealModule

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
