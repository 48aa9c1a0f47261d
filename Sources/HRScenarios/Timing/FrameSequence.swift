internal import HRSignals

/// A channel as its frames, with the time and the value of each.
struct FrameSequence {
  var times: [Double]
  var values: [Double]
  /// Frames per second as the channel has them undamaged.
  let nominalRate: Double

  /// - Returns: `nil` for fewer than three frames: there is none between the first and the last.
  init?(_ channel: Channel) {
    guard channel.count > 2, let rate = channel.nominalRate else { return nil }
    nominalRate = rate
    values = channel.values
    times = channel.times
  }

  var count: Int { times.count }

  /// The frames for which `stays` is true, and always the first and the last, so that the recording keeps its extent.
  func keeping(_ stays: (Int) -> Bool) -> FrameSequence {
    var kept = self
    kept.removeAll()
    for index in 0..<count where stays(index) || index == 0 || index == count - 1 {
      kept.append(times[index], values[index])
    }
    return kept
  }

  mutating func removeAll() {
    times.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  mutating func append(_ time: Double, _ value: Double) {
    times.append(time)
    values.append(value)
  }

  /// The channel as an app sees it with a given treatment of its time stamps.
  func channel(reading timeStamps: TimeStamps) -> Channel {
    guard let first = times.first, let last = times.last else {
      return .irregular(TimeSeries(times: times, values: values))
    }
    switch timeStamps {
    case .kept:
      return .irregular(TimeSeries(times: times, values: values))
    case .evenAtNominalRate:
      return .uniform(Signal(samples: values, sampleRate: nominalRate, startTime: first))
    case .evenAtMeanRate:
      // A single frame has no mean rate.
      let rate = last > first ? Double(count - 1) / (last - first) : nominalRate
      return .uniform(Signal(samples: values, sampleRate: rate, startTime: first))
    }
  }
}

extension Channels {
  /// The channels with each optical one of at least three frames replaced; all others as they were.
  ///
  /// - Parameter change: the new channel; `nil` if it stays as it was.
  func retimingOptical(_ change: (ChannelKind, FrameSequence) -> Channel?) -> Channels {
    var damaged = self
    for kind in kinds where kind.isOptical {
      guard let frames = self[kind].flatMap(FrameSequence.init), let changed = change(kind, frames)
      else { continue }
      damaged[kind] = changed
    }
    return damaged
  }
}

/// Treatment of the frames' time stamps by an app.
///
/// That estimators take intervals as fixed while cameras vary them and lose frames, and read wrong rates therefore:
/// C.-C. Chen, S.-X. Lin and H. Jeong, Sensors 25:588, 2025.
enum TimeStamps: String, CaseIterable, Sendable {
  /// Every frame keeps the time at which it was taken; the channel becomes irregular.
  case kept
  /// Frames count as 1 / nominal rate apart from the first on. With lost frames the recording gets shorter, and rates
  /// read too high: by 1 / (1 − share lost).
  case evenAtNominalRate
  /// Frames count as evenly spaced between the first and the last time stamp: rates are right on average, and wrong
  /// where more or fewer frames were lost than elsewhere.
  case evenAtMeanRate
}

/// Means of a channel over exposures in order of time.
///
/// A frame covers the time up to the middle between it and each neighbour (the first and the last as much on their
/// outer side as on the inner). An exposure's mean weighs each frame by its time within the exposure.
struct ExposureMeans {
  private let times: [Double]
  private let values: [Double]
  private var next = 0

  /// - Parameter frames: at least two.
  init(_ frames: FrameSequence) {
    times = frames.times
    values = frames.values
  }

  /// Start of the time that a frame covers; one past the last: end of the last one.
  func start(of index: Int) -> Double {
    let last = times.count - 1
    if index == 0 { return times[0] - (times[1] - times[0]) / 2 }
    if index > last { return times[last] + (times[last] - times[last - 1]) / 2 }
    return (times[index - 1] + times[index]) / 2
  }

  /// Missing samples do not count.
  ///
  /// - Parameters:
  ///   - start: of the exposure; no earlier than that of the one before.
  ///   - end: of the exposure.
  /// - Returns: not a number if only missing samples are in the exposure.
  mutating func mean(from start: Double, to end: Double) -> Double {
    while next + 1 < times.count, self.start(of: next + 1) <= start { next += 1 }
    var (sum, seconds) = (0.0, 0.0)
    var (lowest, highest) = (Double.infinity, -Double.infinity)
    var index = next
    var left = max(start, self.start(of: index))
    while index < times.count, left < end {
      let right = self.start(of: index + 1)
      let weight = min(end, right) - left
      // The rounding error of a frame that only touches the exposure does not count.
      if weight > TimeRange.slack, values[index].isFinite {
        sum += weight * values[index]
        seconds += weight
        lowest = min(lowest, values[index])
        highest = max(highest, values[index])
      }
      left = right
      index += 1
    }
    // A mean is within the range of its values; rounding could put that of clipped frames off the camera's scale.
    return seconds > 0 ? min(max(sum / seconds, lowest), highest) : .nan
  }
}
