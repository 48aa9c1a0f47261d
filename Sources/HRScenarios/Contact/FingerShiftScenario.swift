internal import HRPlugins
internal import HRSignals

/// Lets the finger or sensor shift and stay where it is, again and again.
///
/// At each shift the level steps by `stepRatio` times the channel's pulse amplitude (``PulsatileBand/amplitude``),
/// and from then on the pulse (``PulsatileBand/pulse``) has a height of its own: a share of the recorded one, uniform
/// between `leastPulseShare` and 1. The first shift leads away from the recorded level, up or down by chance, the
/// second back to it, and so on: every step has the asked height, and levels do not wander off the sensor's scale
/// however long the recording is. A shift takes 0.3 s, along a raised cosine, for level and pulse alike. One shift
/// falls in each 60 / `perMinute` seconds (``EventSlots``: at another rate they come at other moments), counted from
/// time 0; before the first one all is as recorded.
///
/// All optical channels shift at the same times, in the same direction and to the same share of the pulse, each by
/// multiples of its own pulse amplitude. On a camera that makes the colours step as they pulse, not by equal shares of
/// their levels: a finger that presses more or less moves blood away or lets it back, as the pulse does, and no mixture
/// of colours tells the two apart. (A change of light alone would move all colours by the same share of their level and
/// is another fault.) Camera channels are clipped. That shape, the 0.3 s and the defaults are our choice.
struct FingerShiftScenario: Scenario {
  struct Parameters: ParameterSet {
    var perMinute = 1.0
    var stepRatio = 5.0
    var leastPulseShare = 0.3

    static let table: [Parameter<Self>] = [
      Parameter("perMinute", \.perMinute, in: 0...30, "Shifts per minute; 0 is clean."),
      Parameter(
        "stepRatio", \.stepRatio, in: 0...50, "Height of the step of the level over the pulse amplitude."),
      Parameter(
        "leastPulseShare", \.leastPulseShare, in: 0...1,
        "Least share of the recorded pulse height that is left after a shift; 1 leaves it as it is."),
    ]
  }

  static let info = PluginInfo(
    "fingerShift", version: 1,
    "Level steps and other pulse heights on optical channels when a finger or sensor shifts.",
    source:
      "hreval; displacement of the device as a kind of its own: B. Paliakaitė et al., Biomed. Signal Process. Control 66:102421, 2021"
  )

  static let transitionSeconds = 0.3

  let parameters: Parameters

  /// Pose of the finger: its level in steps away from the recorded one, and the share of the pulse that is left.
  private struct Pose {
    var level: Double
    var pulseShare: Double

    static let asRecorded = Pose(level: 0, pulseShare: 1)

    func moved(to other: Pose, by share: Double) -> Pose {
      Pose(
        level: level + share * (other.level - level),
        pulseShare: pulseShare + share * (other.pulseShare - pulseShare))
    }
  }

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.perMinute > 0 else { return channels }
    return channels.damagingOptical { _, channel, band in
      guard let range = channel.timeRange else { return channel.values }
      var values = channel.values
      let step = parameters.stepRatio * band.amplitude
      let shifts = shifts(in: range, trial.random)
      for (number, shift) in shifts.enumerated() {
        let before = number > 0 ? shifts[number - 1].pose : .asRecorded
        let end = number + 1 < shifts.count ? shifts[number + 1].start : range.end
        for index in channel.indices(in: TimeRange(start: shift.start, end: end)) {
          let since = max(channel.time(at: index) - shift.start, 0) / Self.transitionSeconds
          let pose = since < 1 ? before.moved(to: shift.pose, by: raisedCosine(since)) : shift.pose
          values[index] += step * pose.level + (pose.pulseShare - 1) * band.pulse[index]
        }
      }
      return values
    }
  }

  /// The shifts that are over or begin within the range, in order, as far back as they still show.
  private func shifts(in range: TimeRange, _ random: RandomSource) -> [(start: Double, pose: Pose)] {
    let slots = EventSlots(perMinute: parameters.perMinute, random: random, name: "shift")
    let slotSeconds = 60 / parameters.perMinute
    // The pose at the start was drawn in the slot before, and the one it came from in the slot before that.
    let start = max(0, range.start - 3 * slotSeconds)
    return slots.events(in: TimeRange(start: start, end: range.end)) { _ in Self.transitionSeconds }.map {
      var stream = $0.stream
      let side: Double = stream.uniform() < 0.5 ? -1 : 1
      let share = 1 - stream.uniform() * (1 - parameters.leastPulseShare)
      // The middle of an event is in its slot whatever rounding does to its ends.
      let slot = Int(saturating: ($0.range.start + $0.range.end) / 2 / slotSeconds)
      return ($0.range.start, Pose(level: slot % 2 == 0 ? side : 0, pulseShare: share))
    }
  }
}
