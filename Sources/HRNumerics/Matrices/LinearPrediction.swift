internal import RealModule

/// Prediction of a sample from the eight before it and a constant, with the least squared error over a stretch of samples
/// (covariance method of J. Makhoul, Proceedings of the IEEE 63(4):561-580, 1975).
package struct LinearPrediction: Equatable, Sendable {
  /// Number of samples from which the next one is predicted.
  package static let order = 8
  /// Share by which squares are raised, so that there is a solution for samples that are predicted without error.
  private static let ridge = 1e-9
  /// Least error as a share of the samples' spread: smaller ones are rounding.
  private static let leastError = 1e-6

  /// Weights of the sample before, the one before that, and so on.
  package let weights: [Double]
  package let constant: Double
  /// Root mean square error over the stretch; a millionth of the samples' standard deviation at least.
  package let error: Double

  package init(weights: [Double], constant: Double, error: Double) {
    (self.weights, self.constant, self.error) = (weights, constant, error)
  }

  /// - Returns: `nil` for fewer than 40 samples, and where they are all equal or their squares are not finite.
  package init?(_ samples: [Double]) {
    let order = Self.order
    guard samples.count >= 5 * order, let extremes = samples.finiteExtremes, extremes.low < extremes.high
    else {
      return nil
    }
    let mean = samples.reduce(0, +) / Double(samples.count)
    let x = samples.map { $0 - mean }
    let products = Self.products(of: x)
    guard products.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return nil }
    let unknown = 1...(order + 1)
    var matrix = unknown.flatMap { i in
      unknown.map { products[max(i, $0)][min(i, $0)] * (i == $0 ? 1 + Self.ridge : 1) }
    }
    var solution = unknown.map { products[$0][0] }
    solvePositiveDefinite(&matrix, &solution)
    let weights = Array(solution.prefix(order))
    let centred = LinearPrediction(weights: weights, constant: solution[order], error: 0)
    let spread = Double.sqrt(products[0][0] / Double(samples.count - order))
    self.init(
      weights: weights, constant: solution[order] + mean * (1 - weights.reduce(0, +)),
      error: max(
        centred.error(before: Array(x.prefix(order)), next: Array(x.dropFirst(order))),
        Self.leastError * spread))
  }

  /// Returns sums of products over the samples that have eight before them, row by row up to the diagonal, of: the
  /// sample, the one before it … the eighth before it, and 1.
  private static func products(of x: [Double]) -> [[Double]] {
    let last = x.count - 1
    var rows: [[Double]] = []
    x.withUnsafeBufferPointer { x in
      let predicted = UnsafeBufferPointer(rebasing: x[order...])
      var sums = [predicted.reduce(0, +)]
      for i in 0...order {
        var row = [weightedSum(x, from: order - i, predicted)]
        // Both factors a sample earlier: one product comes in, one leaves.
        for j in stride(from: 1, through: i, by: 1) {
          row.append(rows[i - 1][j - 1] + x[order - i] * x[order - j] - x[last + 1 - i] * x[last + 1 - j])
        }
        rows.append(row)
        if i > 0 { sums.append(sums[i - 1] + x[order - i] - x[last + 1 - i]) }
      }
      rows.append(sums + [Double(predicted.count)])
    }
    return rows
  }

  /// Returns the root mean square error over the samples of `next`, the first of which follows the last of `before`.
  ///
  /// - Precondition: as many samples before as there are weights.
  package func error(before: [Double], next: [Double]) -> Double {
    let samples = before + next
    var squares = 0.0
    samples.withUnsafeBufferPointer { x in
      weights.withUnsafeBufferPointer { weights in
        for at in before.count..<x.count {
          var error = x[at] - constant
          for lag in weights.indices { error -= weights[lag] * x[at - 1 - lag] }
          squares += error * error
        }
      }
    }
    return Double.sqrt(squares / Double(max(1, next.count)))
  }
}
