internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Adds spikes at random times.
///
/// Spikes come as a Poisson process of mean rate `perMinute` (``PoissonEvents``). Each is a raised cosine, `height ·
/// ½(1 + cos 2πu)` for −½ < u < ½ in units of `durationSeconds` from its middle, so half as wide at half its height.
/// The height is `amplitudeRatio` times the channel's pulse amplitude (``PulsatileBand/amplitude``), up or down with
/// equal chance. Optical channels share times and signs. Spikes that overlap add up. One that is shorter than the
/// sample interval may fall between two samples or show less than its height, as with a sensor that samples an instant.
/// Camera channels are clipped.
struct SpikesScenario: Scenario {
  struct Parameters: ParameterSet {
    var perMinute = 6.0
    var amplitudeRatio = 5.0
    var durationSeconds = 0.1

    static let table: [Parameter<Self>] = [
      Parameter("perMinute", \.perMinute, in: 0...120, "Spikes per minute, on average; 0 is clean."),
      Parameter(
        "amplitudeRatio", \.amplitudeRatio, in: 0...100,
        "Height of a spike over the amplitude of the pulse; 0 is clean."),
      Parameter(
        "durationSeconds", \.durationSeconds, in: 0.02...1, "From a spike's beginning to its end, in seconds."
      ),
    ]
  }

  static let info = PluginInfo(
    "spikes", version: 1, "Spikes of optical channels at random moments, in units of the pulse amplitude.",
    source: "hreval; rate and shape are its own choice")

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.perMinute > 0, parameters.amplitudeRatio > 0 else { return channels }
    let moments = PoissonEvents(perMinute: parameters.perMinute, random: trial.random, name: "spikes")
    let half = parameters.durationSeconds / 2
    return channels.damagingOptical { _, channel, band in
      guard let range = channel.timeRange else { return channel.values }
      var values = channel.values
      for event in moments.events(in: TimeRange(start: range.start - half, end: range.end + half)) {
        var stream = event.stream
        let isUp = stream.uniform() < 0.5
        let height = (isUp ? 0.5 : -0.5) * parameters.amplitudeRatio * band.amplitude
        let span = TimeRange(start: event.time - half, end: event.time + half)
        for index in channel.indices(in: span) {
          let place = (channel.time(at: index) - event.time) / half
          values[index] += height * (1 + Double.cos(.pi * min(max(place, -1), 1)))
        }
      }
      return values
    }
  }
}
