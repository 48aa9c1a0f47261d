/// Natural cubic spline through intervals at their times, and a straight line where the next is more than 3 s later.
///
/// Each stretch without such a pause has a spline of its own: second derivatives are 0 at its ends, and of a piece
/// between two ends nothing is left but the line.
struct IntervalCurve {
  private let times: [Double]
  private let values: [Double]
  /// Second derivative at each time.
  private let bends: [Double]

  /// - Parameters:
  ///   - times: seconds, strictly ascending; at least one.
  ///   - values: one per time.
  init(times: [Double], values: [Double]) {
    self.times = times
    self.values = values
    let pause = Measurand.heartRate.intervalSeconds.upperBound
    // Elimination from the first row to the last: bends[i] = bends[i] − factors[i] · bends[i + 1].
    var bends = [Double](repeating: 0, count: times.count)
    var factors = bends
    for index in times.indices.dropFirst().dropLast() {
      let before = times[index] - times[index - 1]
      let after = times[index + 1] - times[index]
      guard before <= pause, after <= pause else { continue }
      let turn = (values[index + 1] - values[index]) / after - (values[index] - values[index - 1]) / before
      let pivot = 2 * (before + after) - before * factors[index - 1]
      factors[index] = after / pivot
      bends[index] = (6 * turn - before * bends[index - 1]) / pivot
    }
    for index in times.indices.dropLast().reversed() { bends[index] -= factors[index] * bends[index + 1] }
    self.bends = bends
  }

  /// Returns the values at ascending times; before the first and after the last time those of the ends.
  func values(at moments: [Double]) -> [Double] {
    var next = 0
    return moments.map { moment in
      while next < times.count, times[next] < moment { next += 1 }
      guard next > 0 else { return values[0] }
      guard next < times.count else { return values[next - 1] }
      let step = times[next] - times[next - 1]
      let late = (moment - times[next - 1]) / step
      let early = 1 - late
      let bend = (early * early * early - early) * bends[next - 1] + (late * late * late - late) * bends[next]
      return early * values[next - 1] + late * values[next] + bend * step * step / 6
    }
  }
}
