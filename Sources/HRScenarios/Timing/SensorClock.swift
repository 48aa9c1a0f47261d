internal import HRPlugins
internal import HRSignals

extension ChannelKind {
  /// True if the clock of the sensor under test stamps the kind's samples; that of the reference's device stamps the
  /// others.
  var hasSensorClock: Bool { self != .ecg && self != .respiration }
}

extension Channels {
  /// The channels with those that the sensor's clock stamps at other times; all others as they were.
  ///
  /// - Parameters:
  ///   - factor: of the intervals between samples.
  ///   - stamp: the new time of a sample, from its time and that of the channel's first.
  func restampingSensor(factor: Double = 1, _ stamp: (_ time: Double, _ first: Double) -> Double) -> Channels
  {
    var restamped = self
    for kind in kinds where kind.hasSensorClock {
      switch self[kind] {
      case .uniform(let signal):
        restamped[kind] = .uniform(
          Signal(
            samples: signal.samples, sampleRate: signal.sampleRate / factor,
            startTime: stamp(signal.startTime, signal.startTime)))
      case .irregular(let series):
        restamped[kind] = .irregular(
          TimeSeries(times: series.times.map { stamp($0, series.times[0]) }, values: series.values))
      case nil: continue
      }
    }
    return restamped
  }
}

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

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    let factor = 1 + parameters.percent / 100
    guard factor != 1 else { return channels }
    return channels.restampingSensor(factor: factor) { $1 + ($0 - $1) * factor }
  }
}

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
    return channels.restampingSensor { time, _ in time + parameters.seconds }
  }
}
