internal import HRNumerics
internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Takes each frame a little before or after its time.
///
/// Frame i, due at tᵢ, is taken at tᵢ + eᵢ. The eᵢ are independent and symmetric about 0 and have the standard
/// deviation `deviationShare` / √2 intervals T (T = 1 / nominal rate). An interval, T + eᵢ₊₁ − eᵢ, then has the
/// standard deviation `deviationShare` × T and the mean and median T: that ratio is the severity, as asked on
/// average, so exactly in a long recording, for even channels. Uneven ones have the spread of their own intervals
/// besides.
///
/// Times must not cross, so eᵢ reaches less than half an interval: r = 0.4995 T at most. With v uniform in −1…1,
/// eᵢ = r · sign(v) · |v|ᵖ has the standard deviation r / √(2p + 1). Up to a `deviationShare` of 0.408 it is uniform
/// (p = 1, r as needed); from there on r stays and p falls, to 0.19 at 0.6, and frames crowd at the ends of their
/// reach. No number is drawn again, and the same v at a greater severity is a greater eᵢ. Where a neighbour is nearer
/// than T, eᵢ reaches 0.4995 of the way to it. The first and the last frame stay in time.
///
/// The value is that of the new time, by the cubic through the four samples around it (Lagrange's polynomial; at 30
/// frames per second it takes at most 0.01 % off a pulse of 1.25 Hz and 3 % off 5 Hz, twice that at the ends). Beside a
/// missing sample it is that of the straight line, or the frame's own sample if the line ends at the missing one. A
/// missing sample stays missing. Camera channels are clipped.
///
/// With the time stamps kept the values are right for their times; taken as even, each value is at the wrong time. No
/// frame is lost, so for an even channel `evenAtNominalRate` and `evenAtMeanRate` are the same. Channels of the same
/// rate and start are taken at the same times, counted from the first frame. Only optical channels are touched; at 0
/// the recording stays as it is.
///
/// In twelve of the phone recordings of the source the ratio is 0.03…0.59. The distribution is our choice.
struct FrameJitterScenario: Scenario {
  struct Parameters: ParameterSet {
    var deviationShare = 0.3
    var timeStamps = TimeStamps.kept

    static let table: [Parameter<Self>] = [
      Parameter(
        "deviationShare", \.deviationShare, in: 0...0.6,
        "Standard deviation of the intervals between frames over their median; 0 is clean."),
      Parameter(
        "timeStamps", \.timeStamps,
        "Whether frames keep the times they were taken at or are taken, wrongly, as evenly spaced."),
    ]
  }

  static let info = PluginInfo(
    "frameJitter", version: 1,
    "Frames of optical channels taken early or late, time stamps kept or taken as even.",
    source: "hreval; intervals spread as in the phone recordings of A. Neshitov et al., Sensors 21:6798, 2021"
  )

  /// Largest distance of a frame from its time, in intervals: below a half, so that neighbours keep at least a
  /// thousandth of an interval between them.
  static let farthestIntervals = 0.4995

  private let timeStamps: TimeStamps
  /// Largest distance of a frame from its time at this severity, in intervals.
  private let reach: Double
  private let exponent: Double

  init(parameters: Parameters) {
    timeStamps = parameters.timeStamps
    let deviation = parameters.deviationShare / Double.sqrt(2)
    let uniformReach = Double.sqrt(3) * deviation
    if uniformReach <= Self.farthestIntervals {
      (reach, exponent) = (uniformReach, 1)
    } else {
      let ratio = Self.farthestIntervals / deviation
      (reach, exponent) = (Self.farthestIntervals, (ratio * ratio - 1) / 2)
    }
  }

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard reach > 0 else { return channels }
    return channels.retimingOptical { kind, frames in
      // The name of the time base, not of the channel: channels that share the one are taken at the same times.
      var stream = trial.random.stream("jitter at \(frames.nominalRate) from \(frames.times[0])")
      var taken = frames
      for index in 0..<frames.count {
        let offset = offset(2 * stream.uniform() - 1) / frames.nominalRate
        guard index > 0, index < frames.count - 1 else { continue }
        let time = frames.times[index]
        let distance = min(time - frames.times[index - 1], frames.times[index + 1] - time)
        let limit = Self.farthestIntervals * distance
        let shifted = time + min(max(offset, -limit), limit)
        // If a clock's large numbers cannot resolve the two times, the frame stays in time.
        let moment = shifted > taken.times[index - 1] ? shifted : time
        taken.times[index] = moment
        taken.values[index] = frames.value(at: moment, near: index)
      }
      taken.values = kind.clipped(taken.values)
      return taken.channel(reading: timeStamps)
    }
  }

  /// Offset in intervals, from a number in −1…1.
  private func offset(_ number: Double) -> Double {
    guard exponent < 1 else { return reach * number }
    let size = reach * Double.pow(number.magnitude, exponent)
    return number < 0 ? -size : size
  }
}

extension FrameSequence {
  /// Largest distance by which the cubic passes its four even samples, even at the ends, as a share of their range.
  private static let overshoot = 0.5

  /// The value at a time between the neighbours of a frame: the cubic through the four samples around it.
  ///
  /// - Returns: not a number if the frame's own sample is missing. If another of the four is missing or there are
  ///   fewer, the straight line; if that ends at a missing sample, the frame's own.
  func value(at moment: Double, near index: Int) -> Double {
    let own = values[index]
    guard own.isFinite else { return own }
    let left = moment < times[index] ? index - 1 : index
    guard left >= 0, left + 1 < count else { return own }
    let first = min(max(left - 1, 0), count - 4)
    if first >= 0 {
      let (t0, t1, t2, t3) = (times[first], times[first + 1], times[first + 2], times[first + 3])
      let (d0, d1, d2, d3) = (moment - t0, moment - t1, moment - t2, moment - t3)
      let w0 = d1 * d2 * d3 / ((t0 - t1) * (t0 - t2) * (t0 - t3))
      let w1 = d0 * d2 * d3 / ((t1 - t0) * (t1 - t2) * (t1 - t3))
      let w2 = d0 * d1 * d3 / ((t2 - t0) * (t2 - t1) * (t2 - t3))
      let w3 = d0 * d1 * d2 / ((t3 - t0) * (t3 - t1) * (t3 - t2))
      let outer: Double = w0 * values[first] + w3 * values[first + 3]
      let inner: Double = w1 * values[first + 1] + w2 * values[first + 2]
      if (outer + inner).isFinite {
        return values.limiting(outer + inner, to: first..<(first + 4), overshoot: Self.overshoot)
      }
    }
    let share = (moment - times[left]) / (times[left + 1] - times[left])
    let straight = values[left] + share * (values[left + 1] - values[left])
    return straight.isFinite ? straight : own
  }
}
