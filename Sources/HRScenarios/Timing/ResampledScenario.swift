internal import HRPlugins
internal import HRSignals

/// Gives optical channels another frame rate: frame k is at t₀ + k / `framesPerSecond`, up to the last sample.
///
/// To a lower rate than the channel's (of uneven channels, one over the median interval) in one of two ways. `mean`:
/// a frame is the mean over an exposure of a whole frame interval around its time (``ExposureMeans``; the first and
/// the last see only what the recording has of it). It passes |sinc(f / `framesPerSecond`)| of an oscillation of f
/// Hz, sinc(x) = sin(πx)/(πx), so it softens aliases, as a camera's exposure does, but does not remove them: 23 % of
/// 4 Hz is left at 5 frames per second, as an alias of 1 Hz. `nearest`: a frame is the sample nearest in time (of two
/// as near, the earlier), as of a camera with short exposures that simply takes fewer; all of an alias is left. To a
/// higher rate, or the same for uneven channels, by straight lines, with either method.
///
/// The output is even. A missing sample is left out of a mean and stays missing otherwise. Levels stay on the
/// camera's scale. The severity is the frame rate; 0 and a channel's own rate, if it is even, leave it as it is.
/// Nothing is random.
struct ResampledScenario: Scenario {
  enum Method: String, CaseIterable, Sendable {
    case mean
    case nearest
  }

  struct Parameters: ParameterSet {
    var framesPerSecond = 10.0
    var method = Method.mean

    static let table: [Parameter<Self>] = [
      Parameter(
        "framesPerSecond", \.framesPerSecond, in: 0...1000, "The new frame rate, at least 1; 0 is clean."),
      Parameter(
        "method", \.method,
        "At lower rates: the mean of what falls into a frame's exposure, or the nearest sample."),
    ]
    var conflicts: [String] {
      framesPerSecond == 0 || framesPerSecond >= 1 ? [] : ["framesPerSecond must be 0 or at least 1"]
    }
  }

  static let info = PluginInfo(
    "resampled", version: 1, "Another frame rate of optical channels.",
    source: "hreval; what an exposure lets through is the transform of a rectangle")

  let parameters: Parameters

  private var rate: Double { parameters.framesPerSecond }

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard rate > 0 else { return channels }
    return channels.retimingOptical { kind, frames in
      (rate < frames.nominalRate ? slowed(frames) : channels[kind]?.uniform(at: rate)).map { .uniform($0) }
    }
  }

  private func slowed(_ frames: FrameSequence) -> Signal {
    let start = frames.times[0]
    let seconds = frames.times[frames.count - 1] - start
    let count = Int(saturating: (seconds * rate + TimeRange.slack).rounded(.down)) + 1
    var samples: [Double] = []
    samples.reserveCapacity(count)
    switch parameters.method {
    case .mean:
      var means = ExposureMeans(frames)
      for number in 0..<count {
        let time = start + Double(number) / rate
        samples.append(means.mean(from: time - 0.5 / rate, to: time + 0.5 / rate))
      }
    case .nearest:
      var nearest = 0
      for number in 0..<count {
        let time = start + Double(number) / rate
        while nearest + 1 < frames.count,
          time - frames.times[nearest] > frames.times[nearest + 1] - time + TimeRange.slack
        {
          nearest += 1
        }
        samples.append(frames.values[nearest])
      }
    }
    return Signal(samples: samples, sampleRate: rate, startTime: start)
  }
}
