internal import HRPlugins
internal import HRSignals

/// Makes the sensor's clock run fast or slow against the reference's.
///
/// A time stamp t becomes t' = t₀ + (t − t₀)(1 + `percent` / 100), t₀ being the channel's first; even channels get
/// the rate 1 / (1 + `percent` / 100) times theirs. So with a fast clock (positive) rates read low by that factor,
/// and the channel runs away from the reference by 0.6 × `percent` seconds per minute. Values do not change, nothing
/// is random. All channels but electrocardiogram and respiration are touched: those two belong to the reference's
/// device. The severity is `percent`; at 0 the recording stays as it is.
///
/// By the table of the source a crystal is off by ±10…20 parts per million (0.002 %) at most and a microcontroller's
/// internal oscillator by ±2 % at ambient temperature. That the accelerometer has the optical sensor's clock is our
/// choice.
struct ClockSkewScenario: Scenario {
  struct Parameters: ParameterSet {
    var percent = 1.0

    static let table: [Parameter<Self>] = [
      Parameter(
        "percent", \.percent, in: -5...5, "How much faster than true the sensor's clock runs; 0 is clean.")
    ]
  }

  static let info = PluginInfo(
    "clockSkew", version: 1, "A clock of the sensor that runs faster or slower than the reference's.",
    source: "hreval; tolerances of clocks as in T. A. Wild et al., Movement Ecology 12:71, 2024, table 1")

  static let touches = ChannelKind.allCases.filter(\.hasSensorClock)

  private let factor: Double

  init(parameters: Parameters) {
    factor = 1 + parameters.percent / 100
  }

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard factor != 1 else { return channels }
    return channels.restampingSensor {
      Signal(samples: $0.samples, sampleRate: $0.sampleRate / factor, startTime: $0.startTime)
    } uneven: { series in
      guard let start = series.times.first else { return series }
      return TimeSeries(times: series.times.map { start + ($0 - start) * factor }, values: series.values)
    }
  }
}
