internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Adds slow drift, as from breathing, finger pressure and temperature.
///
/// A sum of eight sinusoids of equal amplitude; one frequency is drawn from each eighth of lowest…highest, phases are
/// uniform. The sum is scaled so that its root mean square over the channel's samples, times √2, is `amplitudeRatio`
/// times the channel's pulse amplitude (``PulsatileBand/amplitude``). All optical channels drift together, each in its
/// own proportion, so that no colour mixture removes the drift without weakening the pulse. Camera channels are
/// clipped.
struct BaselineWanderScenario: Scenario {
  struct Parameters: ParameterSet {
    var amplitudeRatio = 2.0
    var lowestHz = 0.05
    var highestHz = 0.5

    static let table: [Parameter<Self>] = [
      Parameter(
        "amplitudeRatio", \.amplitudeRatio, in: 0...50,
        "Amplitude of the drift over that of the pulse; 0 is clean."),
      Parameter("lowestHz", \.lowestHz, in: 0.01...0.5, "Lowest frequency of the drift."),
      Parameter("highestHz", \.highestHz, in: 0.02...1, "Highest frequency of the drift."),
    ]
    var conflicts: [String] {
      lowestHz < highestHz ? [] : ["lowestHz must be below highestHz"]
    }
  }

  static let info = PluginInfo(
    "baselineWander", version: 1, "Slow drift of optical channels, in units of the pulse amplitude.",
    source:
      "hreval; wander in units of the pulse as in P. H. Charlton et al., Physiol. Meas. 37:610, 2016"
  )

  static let componentCount = 8

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.amplitudeRatio > 0 else { return channels }
    var stream = trial.random.stream("wander")
    let step = (parameters.highestHz - parameters.lowestHz) / Double(Self.componentCount)
    let components = (0..<Self.componentCount).map { index in
      let low = parameters.lowestHz + Double(index) * step
      return (
        angular: 2 * Double.pi * stream.uniform(in: low...(low + step)), phase: 2 * .pi * stream.uniform()
      )
    }
    var wanders = PerTimeBase()
    return channels.damagingOptical { _, channel, band in
      let wander = wanders.values(of: channel) {
        $0.times.map { time in
          components.reduce(0) { $0 + Double.sin($1.angular * time + $1.phase) }
        }
      }
      let meanSquare = wander.reduce(0) { $0 + $1 * $1 } / Double(wander.count)
      guard meanSquare > 0 else { return channel.values }
      let scale = parameters.amplitudeRatio * band.amplitude / Double.sqrt(2 * meanSquare)
      return zip(channel.values, wander).map { $0 + scale * $1 }
    }
  }
}
