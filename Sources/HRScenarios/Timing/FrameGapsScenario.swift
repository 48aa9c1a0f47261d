internal import HRPlugins
internal import HRSignals

/// Loses all frames for a short time, again and again, as when a phone is busy with something else.
///
/// A gap is the time between two frames with none between them. One gap of `shortestSeconds`…`longestSeconds`, drawn
/// uniformly, falls in each 60 / `perMinute` seconds (``EventSlots``: at another rate they come at other moments), at
/// the same times on all channels. The frames lost are those at least half an interval (1 / (2 × nominal rate))
/// inside it; so at an even rate a gap is the drawn time rounded up or down to whole intervals, and is the drawn one
/// on average. A gap that spans no more than one interval is none. The first and the last frame stay. Only optical
/// channels are touched; with no gaps the recording stays as it is, whatever ``TimeStamps`` is.
///
/// In twelve of the phone recordings of the source the longest interval between frames is 0.07…0.22 s, and up to 4
/// intervals per minute are longer than 0.1 s; the longest of the whole set is 0.613 s. The default rate is our
/// choice.
struct FrameGapsScenario: Scenario {
  struct Parameters: ParameterSet {
    var perMinute = 6.0
    var shortestSeconds = 0.1
    var longestSeconds = 0.6
    var timeStamps = TimeStamps.kept

    static let table: [Parameter<Self>] = [
      Parameter("perMinute", \.perMinute, in: 0...60, "Gaps per minute; 0 is clean."),
      Parameter(
        "shortestSeconds", \.shortestSeconds, in: 0.02...10, "Shortest time from frame to frame in a gap."),
      Parameter(
        "longestSeconds", \.longestSeconds, in: 0.02...10, "Longest time from frame to frame in a gap."),
      Parameter(
        "timeStamps", \.timeStamps,
        "Whether the frames left keep their times or are taken, wrongly, as evenly spaced."),
    ]
    var conflicts: [String] {
      let longest = ("longestSeconds", longestSeconds)
      return EventSlots.conflicts(shortest: ("shortestSeconds", shortestSeconds), longest: longest)
        + EventSlots.conflicts(perMinute: ("perMinute", perMinute), seconds: longest, events: "gaps")
    }
  }

  static let info = PluginInfo(
    "frameGaps", version: 1,
    "All frames of optical channels lost for a moment, time stamps kept or taken as even.",
    source: "hreval; gaps as in the phone recordings of A. Neshitov et al., Sensors 21:6798, 2021")

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.perMinute > 0 else { return channels }
    let slots = EventSlots(perMinute: parameters.perMinute, random: trial.random, name: "gap")
    let seconds = parameters.shortestSeconds...parameters.longestSeconds
    return channels.retimingOptical { _, frames in
      let half = 0.5 / frames.nominalRate
      let range = TimeRange(start: frames.times[0], end: frames.times[frames.count - 1])
      let gaps = slots.events(in: range) { $0.uniform(in: seconds) }.map(\.range)
      var next = 0
      return frames.keeping { index in
        let time = frames.times[index]
        while next < gaps.count, gaps[next].end - half <= time { next += 1 }
        return next == gaps.count || time < gaps[next].start + half
      }.channel(reading: parameters.timeStamps)
    }
  }
}
