internal import HRSignals

/// Interpolates a wave with uneven sample times onto an even grid, as it arrives: the filter's rate is the grid's.
///
/// The grid begins at the first value and goes on in steps of one nominal frame; between two values interpolation is
/// linear. Values that are even already come out as they are.
struct EvenFrames: Sendable {
  private let interval: Double
  private var last: (value: Double, time: Double)?
  private var start = 0.0
  /// Position of the next grid point, in steps from the start.
  private var step = 0.0

  /// - Parameter interval: seconds; positive.
  init(interval: Double) {
    self.interval = interval
  }

  /// Time of the last value; `nil` for none.
  var lastTime: Double? { last?.time }

  /// Begins a new grid at the next value.
  mutating func restart() {
    last = nil
  }

  /// The grid points reached by a new value (within 1 µs), in order: none, one or several.
  mutating func push(_ value: Double, at time: Double) -> [(value: Double, time: Double)] {
    defer { last = (value, time) }
    guard let last else {
      start = time
      step = 1
      return [(value, time)]
    }
    var points: [(value: Double, time: Double)] = []
    while true {
      let moment = start + step * interval
      guard moment <= time + TimeRange.slack else { return points }
      let share = time > last.time ? min((moment - last.time) / (time - last.time), 1) : 1
      points.append((last.value + share * (value - last.value), moment))
      step += 1
    }
  }
}
