internal import HRPlugins
internal import HRSignals

/// Common parameters of pink and brown noise: all but the exponent of their spectrum.
///
/// At another `snrDecibels` it is the same noise, louder or softer; at another `lowestHz` it is other noise.
struct PowerLawNoiseParameters: ParameterSet {
  var snrDecibels = 10.0
  var lowestHz = 0.05
  var measuredOver = NoiseExtent.allFrequencies
  init() {}
  static let table: [Parameter<Self>] = [
    Parameter(
      "snrDecibels", \.snrDecibels, in: -20...60,
      "Pulsatile power (0.5 to 8 Hz) over the noise's, in dB; lower is worse."),
    Parameter(
      "lowestHz", \.lowestHz, in: 0.005...0.5, "Lowest frequency of the noise; there is none below it."),
    Parameter(
      "measuredOver", \.measuredOver, "Which frequencies of the noise count: all, or 0.5 to 8 Hz only."),
  ]

  /// The channels with noise of power density 1 / f^exponent on the optical ones.
  func addingNoise(exponent: Double, to channels: Channels, in trial: ScenarioTrial) -> Channels {
    channels.damagingOptical { kind, channel, band in
      let noise = ColouredNoise(
        bands: [.init(lowestHz...(.infinity), exponent: exponent)], random: trial.random,
        name: "noise \(kind.rawValue)")
      return measuredOver.adding(
        noise.values(on: channel), to: channel, with: band, snrDecibels: snrDecibels)
    }
  }
}
