internal import HRPlugins
internal import HRSignals
internal import RealModule

/// A random walk over time: normal steps with a variance of one per second, independent of each other.
///
/// Its value at a given time does not depend on the requested stretch of time: the walk is built by halving a very long
/// span, and each middle is drawn from its own stream, given the ends (P. Lévy, 1948). Whole seconds are drawn; between
/// them it is linear, so over parts of a second it moves a little less than the root of time.
struct RandomWalk {
  /// The span from −reach to reach seconds: 17,000 years either way.
  private static let reach = 1 << 39

  /// Values of the walk, one per second.
  private let seconds: Signal

  init(over range: TimeRange, random: RandomSource, name: String) {
    let limit = Double(Self.reach - 2)
    let firstSecond = Int(saturating: max(range.start, -limit).rounded(.down))
    let lastSecond = max(Int(saturating: min(range.end, limit).rounded(.up)), firstSecond + 1)
    var end = random.stream("\(name) end")
    var values: [Double] = []
    /// Appends the seconds in `start..<end` that are wanted.
    func build(from start: (second: Int, value: Double), to end: (second: Int, value: Double)) {
      guard start.second <= lastSecond, end.second > firstSecond else { return }
      guard end.second - start.second > 1 else {
        values.append(start.value)
        return
      }
      let middle = (start.second + end.second) / 2
      var stream = random.stream("\(name) \(middle)")
      // The middle of a walk between known ends is normal about their mean, with a quarter of the span's variance.
      let spread = Double.sqrt(Double(end.second - start.second)) / 2
      let value = (start.value + end.value) / 2 + spread * stream.normal()
      build(from: start, to: (middle, value))
      build(from: (middle, value), to: end)
    }
    build(from: (-Self.reach, 0), to: (Self.reach, Double.sqrt(Double(2 * Self.reach)) * end.normal()))
    seconds = Signal(samples: values, sampleRate: 1, startTime: Double(firstSecond))
  }

  func value(at time: Double) -> Double {
    seconds.interpolated(at: time)
  }
}
