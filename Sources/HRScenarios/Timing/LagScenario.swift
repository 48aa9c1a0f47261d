internal import HRPlugins
internal import HRSignals

/// Makes the sensor's recording come later than the reference's, or earlier.
///
/// Every time stamp grows by `seconds`; nothing is cut off, nothing filled in and nothing random. Windows are those
/// of the recording as it was, so that the first `seconds` (at a negative lag, the last) are without samples. All
/// channels but electrocardiogram and respiration are touched: those two belong to the reference's device. The
/// severity is `seconds`; at 0 the recording stays as it is.
///
/// A pulse oximeter may show a rate some seconds after it was true, and two devices started by hand are seconds
/// apart; the range and the default are our choice.
struct LagScenario: Scenario {
  struct Parameters: ParameterSet {
    var seconds = 5.0

    static let table: [Parameter<Self>] = [
      Parameter(
        "seconds", \.seconds, in: -30...30,
        "How much later than true the sensor's samples are stamped; 0 is clean.")
    ]
  }

  static let info = PluginInfo(
    "lag", version: 1, "Time stamps of the sensor that are late or early against the reference's.")

  static let touches = ChannelKind.allCases.filter(\.hasSensorClock)

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.seconds != 0 else { return channels }
    return channels.restampingSensor {
      Signal(samples: $0.samples, sampleRate: $0.sampleRate, startTime: $0.startTime + parameters.seconds)
    } uneven: {
      TimeSeries(times: $0.times.map { $0 + parameters.seconds }, values: $0.values)
    }
  }
}
