internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Gives the pulse wave, and if asked the accelerometer, as the raw counts of a converter.
///
/// Optical channels that are no camera's become m + s · (v − v̄) / d, rounded to whole counts (half away from zero),
/// where v̄ is the channel's mean over the recording, d its standard deviation (divisor n), m = `meanCounts` and s =
/// `deviationCounts`. A flat channel becomes m. `driftCounts` adds a slow sine of that amplitude and a period of
/// `driftSeconds`, with a phase by chance, the same on all channels. Mean and deviation are met to half a count without
/// drift; with it, it comes on top.
///
/// Axes of the accelerometer become `accelerationOffsetCounts` + `countsPerAcceleration` · v, rounded alike: one scale
/// for all, so that directions are unchanged; their unit then counts as not known. Camera channels are codes already and stay. Nothing is clipped: the test
/// is a mean many deviations from 0. The pulse of a wrist that moves is a small part of its deviation; a recording at
/// rest shows the same pulse at a `deviationCounts` of some hundred.
///
/// A metamorphic change: the wave's form stays, so a detector that does not use the level reads the same; one that
/// filters from zero sees a step at each start.
///
/// After T. Y. Chen, S. C. Cheung and S. M. Yiu, "Metamorphic testing: a new approach for generating next test cases",
/// HKUST-CS98-01, 1998. The defaults are those of one wrist sensor.
struct RawCountsScenario: Scenario {
  struct Parameters: ParameterSet {
    var meanCounts = 40_000.0
    var deviationCounts = 3_000.0
    var driftCounts = 0.0
    var driftSeconds = 120.0
    var countsPerAcceleration = 0.0
    var accelerationOffsetCounts = 0.0

    static let table: [Parameter<Self>] = [
      Parameter(
        "meanCounts", \.meanCounts, in: -8_388_608...16_777_215, "Mean of the pulse wave, in counts."),
      Parameter(
        "deviationCounts", \.deviationCounts, in: 0...8_388_607,
        "Standard deviation of the pulse wave, in counts; 0 leaves it as it is."),
      Parameter(
        "driftCounts", \.driftCounts, in: 0...8_388_607,
        "Amplitude of a slow drift of the pulse wave, in counts; 0: none."),
      Parameter("driftSeconds", \.driftSeconds, in: 10...86_400, "Period of the drift."),
      Parameter(
        "countsPerAcceleration", \.countsPerAcceleration, in: 0...1_000_000,
        "Counts for one unit of the accelerometer; 0 leaves it as it is."),
      Parameter(
        "accelerationOffsetCounts", \.accelerationOffsetCounts, in: -8_388_608...16_777_215,
        "Counts of an axis that shows 0."),
    ]
  }

  static let info = PluginInfo(
    "rawCounts", version: 2, "The pulse wave, or the accelerometer too, in raw counts of a converter.",
    source: "hreval; metamorphic testing after T. Y. Chen, S. C. Cheung and S. M. Yiu, HKUST-CS98-01, 1998")

  private static let waves = ChannelKind.allCases.filter { $0.isOptical && $0.levels == nil }

  static let touches = waves + Cadence.axes

  let parameters: Parameters

  var touchedKinds: [ChannelKind] {
    (parameters.deviationCounts > 0 ? Self.waves : [])
      + (parameters.countsPerAcceleration > 0 ? Cadence.axes : [])
  }

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    var stream = trial.random.stream("drift")
    let phase = stream.uniform()
    var damaged = channels.damaging(touchedKinds) { kind, channel in
      guard kind.axis == nil else {
        return channel.values.map {
          (parameters.accelerationOffsetCounts + parameters.countsPerAcceleration * $0).rounded()
        }
      }
      return counts(of: channel, phase: phase)
    }
    if parameters.countsPerAcceleration > 0, Cadence.axes.contains(where: { channels[$0] != nil }) {
      damaged.accelerationIsInG = false
    }
    return damaged
  }

  /// - Returns: `nil` if mean or deviation is no number.
  private func counts(of channel: Channel, phase: Double) -> [Double]? {
    let known = channel.values.filter(\.isFinite)
    let mean = known.reduce(0, +) / Double(known.count)
    let deviation = (known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(known.count)).squareRoot()
    guard mean.isFinite, deviation.isFinite else { return nil }
    let scale = deviation > 0 ? parameters.deviationCounts / deviation : 0
    guard scale.isFinite else { return nil }
    return channel.values.enumerated().map { index, value in
      // A missing sample stays missing.
      guard value.isFinite else { return value }
      let count = parameters.meanCounts + scale * (value - mean)
      guard parameters.driftCounts > 0 else { return count.rounded() }
      let cycles = channel.time(at: index) / parameters.driftSeconds + phase
      return (count + parameters.driftCounts * Double.sin(2 * .pi * (cycles - cycles.rounded()))).rounded()
    }
  }
}
