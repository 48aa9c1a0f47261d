internal import HRPlugins
internal import HRSignals

/// Lets the key frames of a video differ from the frames between them.
///
/// An encoder stores every n-th frame by itself and the others as changes, so the mean of a key frame is a little off.
/// Frames are counted from a channel's first sample, whatever the time stamps say, and every sample counts as one
/// (frames are to be lost after this step, not before). Frame 0 is a key frame, and so is each n-th after it, n =
/// `intervalFrames`, except that each but the first comes up to `jitterFrames` frames early or late, all equally
/// likely. A key frame is off by `amplitudeRatio` times the channel's pulse amplitude (``PulsatileBand/amplitude``)
/// times a factor of the channel's own, uniform within 1 ± `colourSpread`; `direction` is up or down
/// (`drawn`: by chance, the same for the whole recording). All channels share the key frames' numbers and the
/// direction. Camera channels are clipped.
///
/// Without jitter, key frames that are off by h add a line of amplitude 2h / n at the frame rate over n and at each of
/// its multiples below half the frame rate: with one in 30 at 30 frames a second exactly 60, 120, 180, … per minute.
/// Jitter widens the lines, the higher ones more.
///
/// That compression costs the pulse: D. J. McDuff, E. B. Blackford and J. R. Estepp, "The impact of video compression
/// on remote cardiac pulse measurement using imaging photoplethysmography", IEEE FG 2017. Interval, height and the
/// shape of one frame are our choice, after lines that were found in recordings of phones.
struct KeyFramesScenario: Scenario {
  enum Direction: String, CaseIterable, Sendable {
    case drawn, up, down
  }

  struct Parameters: ParameterSet {
    var intervalFrames = 30
    var amplitudeRatio = 10.0
    var jitterFrames = 0
    var colourSpread = 0.5
    var direction = Direction.drawn

    static let table: [Parameter<Self>] = [
      Parameter("intervalFrames", \.intervalFrames, in: 2...1000, "Frames from one key frame to the next."),
      Parameter(
        "amplitudeRatio", \.amplitudeRatio, in: 0...100,
        "By how much a key frame is off, over the amplitude of the pulse; 0 is clean."),
      Parameter(
        "jitterFrames", \.jitterFrames, in: 0...100,
        "By how many frames at most a key frame comes early or late."),
      Parameter(
        "colourSpread", \.colourSpread, in: 0...2,
        "Largest distance from 1 of each channel's own factor; above 1 some change their sign."),
      Parameter("direction", \.direction, "Whether key frames are higher or lower than the others."),
    ]
    var conflicts: [String] {
      2 * jitterFrames < intervalFrames
        ? [] : ["jitterFrames must be less than half of intervalFrames, or key frames would change places"]
    }
  }

  static let info = PluginInfo(
    "keyFrames", version: 1, "Every n-th frame of optical channels off, as the key frames of a video are.",
    source:
      "hreval; compression and the pulse: D. J. McDuff, E. B. Blackford and J. R. Estepp, IEEE FG 2017"
  )

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.amplitudeRatio > 0 else { return channels }
    let sign = sign(trial.random)
    return channels.damagingOptical { kind, channel, band in
      var stream = trial.random.stream("key frames \(kind.rawValue)")
      let factor = 1 + parameters.colourSpread * stream.uniform(in: -1...1)
      let height = sign * factor * parameters.amplitudeRatio * band.amplitude
      var values = channel.values
      for index in keyFrames(below: values.count, trial.random) { values[index] += height }
      return values
    }
  }

  private func sign(_ random: RandomSource) -> Double {
    switch parameters.direction {
    case .up: return 1
    case .down: return -1
    case .drawn:
      var stream = random.stream("key frame direction")
      return stream.uniform() < 0.5 ? -1 : 1
    }
  }

  private func keyFrames(below count: Int, _ random: RandomSource) -> [Int] {
    let (interval, jitter) = (parameters.intervalFrames, parameters.jitterFrames)
    // A key frame that comes early may still be before the end.
    return stride(from: 0, to: count + jitter, by: interval).compactMap { frame in
      guard jitter > 0, frame > 0 else { return frame < count ? frame : nil }
      var stream = random.stream("key frame \(frame / interval)")
      let moved = frame - jitter + stream.index(below: 2 * jitter + 1)
      return moved < count ? moved : nil
    }
  }
}
