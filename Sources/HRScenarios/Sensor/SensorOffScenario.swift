internal import HRPlugins
internal import HRSignals

/// Switches the optical sensor off for a while: no heart rate should be reported from it.
///
/// From `fromShare` of the channel's duration, for `seconds`, camera channels give 0 and other optical channels, whose
/// dark level is unknown, their median over the recording. Both are constant, without read noise: a noise scenario as
/// the next step adds some. The severity is `seconds`, met to a sample unless the recording ends first. Samples missing
/// before stay missing.
struct SensorOffScenario: Scenario {
  struct Parameters: ParameterSet {
    var seconds = 20.0
    var fromShare = 0.25

    static let table: [Parameter<Self>] = [
      Parameter("seconds", \.seconds, in: 0...86_400, "How long the sensor is off; 0 is clean."),
      Parameter("fromShare", \.fromShare, in: 0...1, "Share of the recording before that."),
    ]
  }

  static let info = PluginInfo(
    "sensorOff", version: 1, "A constant dark level without a pulse on optical channels for a while.",
    source: "hreval; the model is our own")

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.seconds > 0 else { return channels }
    return channels.damaging(Self.touches) { kind, channel in
      guard let dark = kind.levels?.lowerBound ?? channel.medianLevel else { return nil }
      var values = channel.values
      for index in channel.indices(fromShare: parameters.fromShare, seconds: parameters.seconds)
      where values[index].isFinite {
        values[index] = dark
      }
      return values
    }
  }
}
