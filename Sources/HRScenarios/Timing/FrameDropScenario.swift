package import HRPlugins
package import HRSignals

/// Loses frames, independently of each other; the ones left keep their time stamps.
///
/// Every frame but the first and the last is lost with probability `share`, so evenly sampled channels become
/// irregular. Channels on the same time base (same rate, start and count, or same times) lose the same frames, as the
/// colours of one camera do. Only optical channels are touched.
package struct FrameDropScenario: Scenario {
  package struct Parameters: ParameterSet {
    package var share = 0.1
    package init() {}
    package static let table: [Parameter<Self>] = [
      Parameter("share", \.share, in: 0...0.9, "Share of frames lost; 0 is clean.")
    ]
  }

  package static let info = PluginInfo(
    "frameDrop", version: 1, "Frames of optical channels lost at random, time stamps kept.",
    source: "hreval; phone recordings lose up to about 30 % of frames")

  private let share: Double

  package init(_ parameters: Parameters) {
    share = parameters.share
  }

  package func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard share > 0 else { return channels }
    var damaged = channels
    for kind in channels.kinds where kind.isOptical {
      guard let channel = channels[kind], channel.count > 2, let rate = channel.nominalRate else { continue }
      // The name of the time base, not of the channel: what shares the one shares the losses.
      var stream = trial.random.stream("frames \(channel.count) at \(rate) from \(channel.time(at: 0))")
      let kept = (0..<channel.count).filter { index in
        let stays = stream.uniform() >= share
        return stays || index == 0 || index == channel.count - 1
      }
      let values = channel.values
      damaged[kind] = .irregular(
        TimeSeries(times: kept.map { channel.time(at: $0) }, values: kept.map { values[$0] }))
    }
    return damaged
  }
}
