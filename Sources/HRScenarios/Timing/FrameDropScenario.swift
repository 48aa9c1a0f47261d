internal import HRPlugins
internal import HRSignals

/// Loses frames, independently of each other.
///
/// Every frame but the first and the last is lost with probability `share`; at a larger share the frames lost at a
/// smaller one are lost too. Channels with the same rate, start and number of frames lose the same ones, as the
/// colours of one camera do; a recording that is cut shorter loses others. Only optical channels are touched. The
/// severity is the share of frames lost; with none lost the recording stays as it is, whatever ``TimeStamps`` is.
///
/// In twelve of the phone recordings of the source 0 to 18 % of frames are lost (an interval counts as so many medians,
/// rounded, less one). That losses are independent is our choice; ``FrameGapsScenario`` loses many at once.
struct FrameDropScenario: Scenario {
  struct Parameters: ParameterSet {
    var share = 0.1
    var timeStamps = TimeStamps.kept

    static let table: [Parameter<Self>] = [
      Parameter("share", \.share, in: 0...0.9, "Share of frames lost; 0 is clean."),
      Parameter(
        "timeStamps", \.timeStamps,
        "Whether the frames left keep their times or are taken, wrongly, as evenly spaced."),
    ]
  }

  static let info = PluginInfo(
    "frameDrop", version: 1,
    "Frames of optical channels lost at random, time stamps kept or taken as even.",
    source: "hreval; losses as in the phone recordings of A. Neshitov et al., Sensors 21:6798, 2021")

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.share > 0 else { return channels }
    return channels.retimingOptical { _, frames in
      // The name of the time base, not of the channel: channels that share the one share the losses.
      var stream = trial.random.stream(
        "frames \(frames.count) at \(frames.nominalRate) from \(frames.times[0])")
      return frames.keeping { _ in stream.uniform() >= parameters.share }.channel(
        reading: parameters.timeStamps)
    }
  }
}
