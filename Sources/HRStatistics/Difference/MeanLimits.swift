internal import RealModule
internal import HRNumerics

/// One-sided limits of the mean of a few clusters' values: of the bootstrap's and Student's (W. S. Gosset, 1908) the
/// one that is further out.
///
/// A mean of resampled clusters is never beyond the least and the greatest of them. So with few clusters, or some that
/// are far from the others, the bootstrap's limits alone leave out the mean too often: at a level of 0.95 in up to 8
/// per cent of studies with 6 to 30 clusters, at 0.99 in up to 3 (`Tests/ErrorRates`).
struct MeanLimits {
  private let values: [Double]
  /// Bootstrap percentiles, also for two-sided intervals.
  let resampled: ExpandedPercentiles

  /// - Parameters:
  ///   - values: one for each cluster, in any unit.
  ///   - seed: the same seed and values give the same limits.
  /// - Precondition: finite values.
  /// - Returns: `nil` for fewer than ``ClusterBootstrap/leastClusters`` values.
  init?(_ values: [Double], seed: UInt64) {
    guard let resampled = ExpandedPercentiles(meansOf: values, seed: seed) else { return nil }
    self.values = values
    self.resampled = resampled
  }

  /// Returns the limit above which the mean should be in a share `level` of repeated studies. For values that do not
  /// vary, of which Student's test does not exist, it is the bootstrap's.
  func lower(level: Double) -> Double? {
    resampled.lowerLimit(level: level).map { limit in
      StudentTest.lowerLimit(values, level: level).map { min(limit, $0) } ?? limit
    }
  }

  /// Returns the limit below which the mean should be in a share `level` of repeated studies; for values that do not
  /// vary the bootstrap's.
  func upper(level: Double) -> Double? {
    resampled.upperLimit(level: level).map { limit in
      StudentTest.lowerLimit(values.map { -$0 }, level: level).map { max(limit, -$0) } ?? limit
    }
  }
}

extension ExpandedPercentiles {
  /// Computes percentiles of the unweighted mean of a few clusters' values, by drawing clusters with replacement.
  ///
  /// - Parameter seed: the same seed and values give the same limits.
  /// - Precondition: finite values.
  /// - Returns: `nil` for fewer than ``ClusterBootstrap/leastClusters`` values.
  init?(meansOf values: [Double], seed: UInt64, resamples: Int = ClusterBootstrap.resamples) {
    precondition(resamples > 0, "at least one resample")
    guard values.count >= ClusterBootstrap.leastClusters else { return nil }
    var stream = RandomStream(seed: seed, ["paired difference"])
    var drawn = values
    var means: [Double] = []
    means.reserveCapacity(resamples)
    for _ in 0..<resamples {
      for place in drawn.indices { drawn[place] = values[stream.index(below: values.count)] }
      guard let mean = boundedMean(drawn) else { return nil }
      means.append(mean)
    }
    self.init(means, clusterCount: values.count)
  }
}

/// Returns the arithmetic mean, limited to the range of the values, which rounding could leave: the mean of equal
/// values is exactly that value. `nil` without a value.
func boundedMean(_ values: [Double]) -> Double? {
  guard let mean = mean(values), let low = values.min(), let high = values.max() else { return nil }
  return min(max(mean, low), high)
}

/// Percentiles of a figure of resampled clusters, for intervals that are wide enough with few of them.
///
/// A percentile bootstrap uses the divisor n and normal tails. Its tails are therefore expanded to
/// Φ(√(n/(n − 1)) t), t being Student's quantile with n − 1 degrees of freedom (T. C. Hesterberg, Am. Stat.
/// 69:371-386, 2015).
struct ExpandedPercentiles {
  private let ascending: [Double]
  private let clusterCount: Int

  /// - Parameter figures: one per resample, finite.
  init(_ figures: [Double], clusterCount: Int) {
    ascending = AscendingOrder(figures).values
    self.clusterCount = clusterCount
  }

  /// Returns the one-sided limit below which the figure should be in a share `level` of repeated studies.
  ///
  /// - Parameter level: 0…1, without its ends.
  func upperLimit(level: Double) -> Double? {
    Self.tail(1 - level, clusterCount: clusterCount).flatMap { quantile(1 - $0, ofSorted: ascending) }
  }

  /// Returns the one-sided limit above which the figure should be in a share `level` of repeated studies.
  func lowerLimit(level: Double) -> Double? {
    Self.tail(1 - level, clusterCount: clusterCount).flatMap { quantile($0, ofSorted: ascending) }
  }

  /// Returns the two-sided interval: the one-sided limits with half the rest on each side.
  func interval(level: Double) -> Interval? {
    let oneSided = (1 + level) / 2
    return Interval(ifAny: lowerLimit(level: oneSided), upperLimit(level: oneSided))
  }

  /// Returns the share of resamples beyond a limit that should leave out a share `tail` of repeated studies; `nil` for
  /// fewer than two clusters.
  static func tail(_ tail: Double, clusterCount: Int) -> Double? {
    let freedom = Double(clusterCount - 1)
    return StudentDistribution.quantile(tail, degreesOfFreedom: freedom).map { t in
      NormalDistribution.cdf(t * Double.sqrt(Double(clusterCount) / freedom))
    }
  }
}
