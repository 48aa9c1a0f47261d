internal import RealModule

/// Change points of a series: positions at which its level steps.
///
/// Optimal partitioning (B. Jackson et al., IEEE Signal Process. Lett. 12:105-108, 2005): of all ways to cut the
/// series into stretches, the one with the least sum of squared distances from each stretch's mean plus a penalty of 2
/// σ² ln n for each cut. σ is the median absolute successive difference ÷ (√2 · 0.6745), which a few steps hardly
/// change, and at least `leastStep`. Of equally good ways it is the one with the earlier last cut.
public struct ChangePoints: Equatable, Sendable {
  /// Index of the first value of each stretch, ascending, the first of them 0; empty for an empty series.
  public let starts: [Int]
  /// Mean of each stretch, in the unit of the values.
  public let levels: [Double]

  /// - Parameters:
  ///   - values: finite, in order of time.
  ///   - leastStep: the smallest σ, in the unit of the values; keeps a series without noise from being cut at every
  ///     last digit.
  public init(_ values: [Double], leastStep: Double = 0.01) {
    guard !values.isEmpty else {
      starts = []
      levels = []
      return
    }
    let differences = AscendingOrder(zip(values.dropFirst(), values).map { abs($0 - $1) }).values
    let median = quantile(0.5, ofSorted: differences) ?? 0
    let sigma = max(leastStep, median / (2.0.squareRoot() * 0.6745))
    let penalty = 2 * sigma * sigma * Double.log(Double(values.count))

    // Sums of distances from the first value: squares of large values would swallow small steps.
    var sums = [0.0]
    var squares = [0.0]
    for value in values {
      let distance = value - values[0]
      sums.append(sums[sums.count - 1] + distance)
      squares.append(squares[squares.count - 1] + distance * distance)
    }
    func cost(_ from: Int, _ to: Int) -> Double {
      let sum = sums[to] - sums[from]
      return max(0, squares[to] - squares[from] - sum * sum / Double(to - from))
    }
    var best = [-penalty]
    var lastStart: [Int] = []
    for end in 1...values.count {
      var least = Double.infinity
      var start = 0
      for candidate in 0..<end {
        let total = best[candidate] + cost(candidate, end) + penalty
        if total < least {
          least = total
          start = candidate
        }
      }
      best.append(least)
      lastStart.append(start)
    }
    var starts: [Int] = []
    var end = values.count
    while end > 0 {
      starts.append(lastStart[end - 1])
      end = lastStart[end - 1]
    }
    starts.reverse()
    self.starts = starts
    let ends = starts.dropFirst() + [values.count]
    levels = zip(starts, ends).map { start, end in
      values[0] + (sums[end] - sums[start]) / Double(end - start)
    }
  }
}
