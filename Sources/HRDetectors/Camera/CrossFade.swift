internal import RealModule

/// Windows of one length that overlap by half, and the sum of what is made of them, faded into each other.
///
/// Weights are sin² over the window, sampled at the middles of the frames; those of two neighbours sum to one, and at
/// the ends of the recording, where there is no neighbour, the sum is divided by what the weights sum to. The last
/// window is moved back to end with the recording. A recording no longer than one window is one window, unweighted:
/// then a method that takes one statistic over the whole recording is reproduced as it is.
///
/// So a sample depends on frames up to one window's length after it.
struct CrossFade {
  let windows: [Range<Int>]
  private let count: Int

  /// - Parameter length: frames per window; an odd one overlaps by the smaller half.
  init(count: Int, length: Int) {
    self.count = count
    guard count > length else {
      windows = count > 0 ? [0..<count] : []
      return
    }
    let hop = max(1, (length + 1) / 2)
    var starts = Array(stride(from: 0, to: count - length, by: hop))
    starts.append(count - length)
    windows = starts.map { $0..<($0 + length) }
  }

  /// - Parameter make: one value per frame of the window. The mean of each window's values is taken off, so that
  ///   windows meet without a step.
  func wave(_ make: (Range<Int>) -> [Double]) -> [Double] {
    var sum = Array(repeating: 0.0, count: count)
    var total = Array(repeating: 0.0, count: count)
    for window in windows {
      let values = make(window)
      let mean = Spread(values).mean
      let step = Double.pi / Double(window.count)
      for (index, value) in values.enumerated() {
        let sine = windows.count == 1 ? 1 : Double.sin((Double(index) + 0.5) * step)
        sum[window.lowerBound + index] += sine * sine * (value - mean)
        total[window.lowerBound + index] += sine * sine
      }
    }
    return zip(sum, total).map { $1 > 0 ? $0 / $1 : 0 }
  }
}

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
