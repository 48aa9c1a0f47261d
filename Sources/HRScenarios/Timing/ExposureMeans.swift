internal import HRSignals

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
