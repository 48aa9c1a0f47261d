internal import RealModule

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
