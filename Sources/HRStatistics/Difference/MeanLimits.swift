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
