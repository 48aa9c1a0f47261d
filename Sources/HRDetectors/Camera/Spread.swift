internal import RealModule

/// Mean and standard deviation (divisor n) of some values.
struct Spread {
  let mean: Double
  /// Zero where it is rounding noise about a constant: below 1e-12 of the largest magnitude.
  let deviation: Double

  init(_ values: [Double]) {
    let count = Double(max(1, values.count))
    // Sums run over deviations from the first value, so that the mean of a constant is that constant.
    let origin = values.first ?? 0
    var sum = 0.0
    var largest = 0.0
    for value in values {
      sum += value - origin
      largest = max(largest, value.magnitude)
    }
    mean = origin + sum / count
    var squares = 0.0
    for value in values { squares += (value - mean) * (value - mean) }
    let deviation = Double.sqrt(squares / count)
    self.deviation = deviation > 1e-12 * largest ? deviation : 0
  }
}

/// The values minus their mean; exactly zero where all are equal.
func centred(_ values: [Double]) -> [Double] {
  let mean = Spread(values).mean
  return values.map { $0 - mean }
}
