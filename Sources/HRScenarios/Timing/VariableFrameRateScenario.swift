internal import HRPlugins
internal import HRSignals

/// Takes fewer frames with longer exposures while the light is dim, as a camera does that may lower its frame rate.
///
/// In dim stretches the frame rate falls at once to `lowestShare` of nominal; that share is the severity. A stretch
/// takes a quarter to three quarters of each 120 / `switchesPerMinute` seconds (``EventSlots``), so that the rate
/// changes `switchesPerMinute` times a minute (at another number at other moments) and half the recording is dim on
/// average; all channels are dim together.
///
/// A frame of a dim stretch is the mean of the frames that it replaces (``ExposureMeans``): exposures of 1 /
/// (`lowestShare` × nominal rate) seconds follow each other without a pause from the stretch's first frame on, as long
/// as they end within it. A whole exposure takes the share 1 − sinc(f × exposure), sinc(x) = sin(πx)/(πx), off an
/// oscillation of f Hz: 3 % off a pulse of 1.25 Hz at 10 frames per second. Frames at full rate go on after the end of
/// the last exposure. The time stamp is the middle of the exposure, so that no pulse comes late (Android stamps its
/// start). Brightness does not change, as the longer exposure makes up for the dim light. Missing samples do not count;
/// if all are missing, the frame is. Means of camera levels stay on their scale. Only optical channels are touched; at
/// a share of 1 or without switches the recording stays as it is, whatever ``TimeStamps`` is.
///
/// Cameras lower the rate for exposure: Microsoft's documentation of auto-exposure priority gives 30 to 25 frames per
/// second as example, Android's `CONTROL_AE_TARGET_FPS_RANGE` is the range an app allows. Lengths of stretches are
/// our choice.
struct VariableFrameRateScenario: Scenario {
  struct Parameters: ParameterSet {
    var lowestShare = 0.5
    var switchesPerMinute = 6.0
    var timeStamps = TimeStamps.kept

    static let table: [Parameter<Self>] = [
      Parameter(
        "lowestShare", \.lowestShare, in: 0.2...1,
        "Frame rate in dim stretches over the nominal one; 1 is clean."),
      Parameter(
        "switchesPerMinute", \.switchesPerMinute, in: 0...60,
        "Changes of the frame rate per minute, down or up; 0 is clean."),
      Parameter(
        "timeStamps", \.timeStamps,
        "Whether frames keep their times or are taken, wrongly, as evenly spaced."),
    ]
  }

  static let info = PluginInfo(
    "variableFrameRate", version: 1,
    "A lower frame rate with longer exposures of optical channels in dim stretches.",
    source:
      "hreval; lower rates for exposure: Microsoft, KSPROPERTY_CAMERACONTROL_AUTO_EXPOSURE_PRIORITY, documentation"
  )

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.lowestShare < 1, parameters.switchesPerMinute > 0 else { return channels }
    // A stretch has two switches, one at either end.
    let perMinute = parameters.switchesPerMinute / 2
    let slots = EventSlots(perMinute: perMinute, random: trial.random, name: "dim")
    let shares = 0.25...0.75
    return channels.retimingOptical { _, frames in
      let range = TimeRange(start: frames.times[0], end: frames.times[frames.count - 1])
      let stretches = slots.events(in: range) { $0.uniform(in: shares) * 60 / perMinute }
      return slowed(frames, in: stretches.map(\.range)).channel(reading: parameters.timeStamps)
    }
  }

  /// - Parameter stretches: in order, apart.
  func slowed(_ frames: FrameSequence, in stretches: [TimeRange]) -> FrameSequence {
    var slowed = frames
    slowed.removeAll()
    var means = ExposureMeans(frames)
    let exposure = 1 / (parameters.lowestShare * frames.nominalRate)
    let recordingEnd = means.start(of: frames.count)
    var next = 0
    for stretch in stretches {
      while next < frames.count, frames.times[next] < stretch.start {
        slowed.append(frames.times[next], frames.values[next])
        next += 1
      }
      guard next < frames.count else { break }
      let start = means.start(of: next)
      let remaining = min(stretch.end, recordingEnd) - start
      let exposures = Int(saturating: max(0, (remaining + TimeRange.slack) / exposure))
      guard exposures > 0 else { continue }
      for number in 0..<exposures {
        let from = start + Double(number) * exposure
        slowed.append(from + exposure / 2, means.mean(from: from, to: from + exposure))
      }
      let end = start + Double(exposures) * exposure
      while next < frames.count, means.start(of: next) < end - TimeRange.slack { next += 1 }
    }
    slowed.times += frames.times[next...]
    slowed.values += frames.values[next...]
    return slowed
  }
}
