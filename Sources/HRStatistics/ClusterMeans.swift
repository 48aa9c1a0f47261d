internal import RealModule

/// The mean of a number over all windows, Σwx, of the clusters' own means x with their shares w of the windows, and
/// its standard error from the clusters alone.
///
/// The standard error is the larger of two. One takes clusters as a sample in which each brings its windows and its
/// errors: √(k/(k − 1) Σw²(x − Σwx)²), the linear approximation of a quotient of sums (W. G. Cochran, Sampling
/// Techniques, third edition, 1977, chapter 6). A cluster with many windows pulls the mean towards itself, so its own
/// deviation is too small there. The other takes the means as a sample from one population, whatever the number of
/// windows: √(Σw² s²), s² being the variance of the k means; 1/Σw² is the effective number of clusters (L. Kish,
/// Survey Sampling, 1965). Where all clusters have the same number of windows the two are equal.
struct ClusterMeans {
  /// Largest relative difference, as a share of the largest of them, of sums of the same numbers in another order.
  static let rounding = 1e-10

  /// Σwx
  let figure: Double
  /// Mean of the clusters' means, each with the same weight.
  let center: Double
  /// x − ``center``; 0 where that is no more than rounding.
  let residuals: [Double]
  /// Windows of the cluster over all windows; `nil` where all clusters have the same number.
  let weights: [Double]?
  let standardError: Double
  /// Σw²
  private let squaredWeights: Double
  /// Largest difference of a resample's figure that is only rounding: ``rounding`` × the largest residual.
  private let leastChange: Double

  /// - Parameters:
  ///   - sums: of the number, per cluster.
  ///   - counts: windows per cluster, above 0.
  ///   - size: of the numbers that were added up: residuals of 1e-12 of it and less are rounding.
  /// - Returns: `nil` for fewer than two clusters, and where a figure is too large for a number.
  init?(_ sums: [Double], counts: [Double], of size: Double = 0) {
    guard let first = counts.first, counts.count >= 2 else { return nil }
    let count = counts.reduce(0, +)
    let means = zip(sums, counts).map { $0 / $1 }
    let center = means.reduce(0, +) / Double(means.count)
    let residuals = means.map { abs($0 - center) <= 1e-12 * size ? 0 : $0 - center }
    figure = sums.reduce(0, +) / count
    self.center = center
    self.residuals = residuals
    weights = counts.allSatisfy { $0 == first } ? nil : counts.map { $0 / count }
    squaredWeights = counts.reduce(0) { $0 + $1 / count * ($1 / count) }
    leastChange = Self.rounding * residuals.reduce(0) { max($0, abs($1)) }
    var all = DrawnMeans()
    for index in counts.indices {
      all.add(residuals[index], weight: counts[index] / count)
    }
    standardError = all.standardError(clusters: counts.count, squaredWeights: squaredWeights)
    guard figure.isFinite, standardError.isFinite else { return nil }
  }

  /// Returns the figure of a resample minus ``center``, exactly 0 where it is rounding alone, and its standard error.
  ///
  /// A resample puts the mean of a drawn cluster at the place of each, whose windows stay: clusters are alike but for
  /// their number of windows.
  ///
  /// - Parameter drawn: the cluster at each place, one index for every cluster.
  func resampled(_ drawn: [Int]) -> (change: Double, standardError: Double) {
    var all = DrawnMeans()
    if let weights {
      for (place, index) in drawn.enumerated() { all.add(residuals[index], weight: weights[place]) }
    } else {
      for index in drawn { all.add(residuals[index]) }
      all.weigh(1 / Double(drawn.count))
    }
    let error = all.standardError(clusters: drawn.count, squaredWeights: squaredWeights)
    return (abs(all.figure) <= leastChange ? 0 : all.figure, error)
  }
}

/// Sums over the clusters of a resample, from which its figure and its standard error follow.
private struct DrawnMeans {
  private(set) var figure = 0.0
  private var sum = 0.0
  private var squares = 0.0
  private var weighed = 0.0
  private var weighedSquares = 0.0

  /// Adds a cluster; sums with weights are left to ``weigh(_:)``.
  mutating func add(_ residual: Double) {
    sum += residual
    squares += residual * residual
  }

  mutating func add(_ residual: Double, weight: Double) {
    add(residual)
    figure += weight * residual
    weighed += weight * weight * residual
    weighedSquares += weight * weight * residual * residual
  }

  /// Gives all clusters the same weight.
  mutating func weigh(_ weight: Double) {
    figure = weight * sum
    weighed = weight * weight * sum
    weighedSquares = weight * weight * squares
  }

  /// Returns the larger standard error; rounding may leave a sum of squares below 0, which is taken as 0.
  func standardError(clusters: Int, squaredWeights: Double) -> Double {
    let k = Double(clusters)
    let apart = k * (weighedSquares - 2 * figure * weighed + figure * figure * squaredWeights)
    let alike = squaredWeights * (squares - sum * sum / k)
    return Double.sqrt(max(0, apart, alike) / (k - 1))
  }
}
