internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Lets the finger or sensor lose contact for a while, again and again.
///
/// During an event the pulse (``PulsatileBand/pulse``) keeps `residual` of its height and the level steps. On camera
/// channels the finger is replaced by ambient light: red, green and blue take nearly equal levels, red 0.2…0.35 of full
/// scale (51…89 codes), green 0.95 and blue 0.88 of red's, so that saturation stays below 0.5 and value below 0.5 and a
/// finger gate on either sees the event. On other optical channels the level moves up or down by 2…6 pulse amplitudes.
/// One event of `durationSeconds` falls in each 60 / `eventsPerMinute` seconds (``EventSlots``: at another rate they
/// come at other times), at the same times on all channels.
struct ContactLossScenario: Scenario {
  struct Parameters: ParameterSet {
    var eventsPerMinute = 2.0
    var durationSeconds = 3.0
    var residual = 0.1

    static let table: [Parameter<Self>] = [
      Parameter("eventsPerMinute", \.eventsPerMinute, in: 0...30, "Losses per minute; 0 is clean."),
      Parameter("durationSeconds", \.durationSeconds, in: 0.2...60, "How long contact stays lost."),
      Parameter("residual", \.residual, in: 0...1, "Share of the pulse amplitude left meanwhile."),
    ]
    var conflicts: [String] {
      EventSlots.conflicts(
        perMinute: ("eventsPerMinute", eventsPerMinute), seconds: ("durationSeconds", durationSeconds),
        events: "losses")
    }
  }

  static let info = PluginInfo(
    "contactLoss", version: 1, "Level steps and a lost pulse on optical channels while contact is poor.",
    source:
      "hreval; poor contact as a kind of its own: B. Paliakaitė et al., Biomed. Signal Process. Control 66:102421, 2021"
  )

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.eventsPerMinute > 0 else { return channels }
    let slots = EventSlots(perMinute: parameters.eventsPerMinute, random: trial.random, name: "loss")
    return channels.damagingOptical { kind, channel, band in
      guard let range = channel.timeRange else { return channel.values }
      let greyShare = kind.greyShare
      var values = channel.values
      for event in slots.events(in: range, duration: { _ in parameters.durationSeconds }) {
        var stream = event.stream
        let roomLight = stream.uniform(in: 0.2...0.35)
        let step = stream.uniform(in: 2...6) * (stream.uniform() < 0.5 ? -1 : 1)
        for index in channel.indices(in: event.range) {
          let kept = parameters.residual * band.pulse[index]
          if let levels = kind.levels {
            // A missing sample stays missing.
            values[index] =
              values[index].isFinite ? roomLight * greyShare * levels.upperBound + kept : values[index]
          } else {
            values[index] += step * band.amplitude + kept - band.pulse[index]
          }
        }
      }
      return values
    }
  }
}

extension ChannelKind {
  /// Share of red's level, as ambient light is a little warmer than grey.
  fileprivate var greyShare: Double { [.green: 0.95, .blue: 0.88][self] ?? 1 }
}
