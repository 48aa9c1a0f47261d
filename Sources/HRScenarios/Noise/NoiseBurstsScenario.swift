internal import HRPlugins
internal import HRSignals

/// Adds bursts of high-frequency noise at random times.
///
/// Bursts begin as a Poisson process of mean rate `perMinute` (``PoissonEvents``); the duration of each is uniform
/// between `shortestSeconds` and `longestSeconds`, and where bursts overlap there is one long burst. Within them the
/// noise is Gaussian and white from 8 Hz (a quarter of the sample rate, if that is lower) to half the sample rate
/// (``ColouredNoise``), and it begins and ends at once. SNR = 10 log₁₀(P / N) in decibels, with P the channel's
/// pulsatile power over the whole recording (``PulsatileBand``) and N the mean square of the noise over all samples
/// within bursts, before clipping; so their height depends a little on which bursts the recording holds. At a higher
/// rate the bursts of a lower one stay. Optical channels share the bursts; each has noise of its own, counted from
/// its first sample. Camera channels are clipped.
struct NoiseBurstsScenario: Scenario {
  struct Parameters: ParameterSet {
    var perMinute = 4.0
    var shortestSeconds = 0.1
    var longestSeconds = 2.0
    var snrDecibels = 0.0

    static let table: [Parameter<Self>] = [
      Parameter("perMinute", \.perMinute, in: 0...60, "Bursts per minute, on average; 0 is clean."),
      Parameter("shortestSeconds", \.shortestSeconds, in: 0.05...30, "Shortest burst in seconds."),
      Parameter("longestSeconds", \.longestSeconds, in: 0.05...30, "Longest burst in seconds."),
      Parameter(
        "snrDecibels", \.snrDecibels, in: -20...60,
        "Pulsatile power (0.5 to 8 Hz) over that of the noise within bursts, in dB; lower is worse."),
    ]
    var conflicts: [String] {
      EventSlots.conflicts(
        shortest: ("shortestSeconds", shortestSeconds), longest: ("longestSeconds", longestSeconds))
    }
  }

  static let info = PluginInfo(
    "noiseBursts", version: 1, "Bursts of high-frequency noise on optical channels.",
    source:
      "hreval; bursts of 100 Hz as in ppg_simulate of D. Makowski et al. (NeuroKit2), Behav. Res. Methods 53:1689, 2021"
  )

  static let lowestHz = 8.0
  static let lowestShareOfRate = 0.25

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.perMinute > 0 else { return channels }
    return channels.damagingOptical { kind, channel, band in
      guard let rate = channel.nominalRate else { return channel.values }
      let lowestHz = min(Self.lowestHz, Self.lowestShareOfRate * rate)
      let hiss = ColouredNoise(
        bands: [.init(edgesHz: lowestHz...(.infinity), exponent: 0)], random: trial.random,
        name: "noise \(kind.rawValue)")
      let bursts = bursts(of: channel, trial.random)
      guard let noise = hiss.values(on: channel, during: bursts) else { return channel.values }
      var values = channel.values
      let noisy = samples(of: channel, within: bursts)
      let power = noisy.reduce(0) { $0 + noise[$1] * noise[$1] } / Double(max(noisy.count, 1))
      guard power > 0 else { return values }
      let scale = noiseScale(
        snrDecibels: parameters.snrDecibels, signalPower: band.power, noisePower: power)
      for index in noisy { values[index] += scale * noise[index] }
      return values
    }
  }

  /// The bursts that touch the channel, by their starts; they may overlap.
  private func bursts(of channel: Channel, _ random: RandomSource) -> [TimeRange] {
    guard let range = channel.timeRange else { return [] }
    let moments = PoissonEvents(perMinute: parameters.perMinute, random: random, name: "bursts")
    let reach = TimeRange(start: range.start - parameters.longestSeconds, end: range.end)
    return moments.events(in: reach).map { event in
      var stream = event.stream
      let seconds = stream.uniform(in: parameters.shortestSeconds...parameters.longestSeconds)
      return TimeRange(start: event.time, end: event.time + seconds)
    }
  }

  /// Indices of the samples within a burst, each once, ascending.
  private func samples(of channel: Channel, within bursts: [TimeRange]) -> [Int] {
    var noisy: [Int] = []
    for burst in bursts {
      let span = channel.indices(in: burst)
      let next = (noisy.last ?? -1) + 1
      if span.upperBound > next { noisy += max(span.lowerBound, next)..<span.upperBound }
    }
    return noisy
  }
}
