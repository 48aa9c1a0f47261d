internal import HRSignals
internal import RealModule

/// Limits of the mean of a few clusters' values, from drawing clusters with replacement.
///
/// A percentile bootstrap is too narrow for few clusters: it uses the divisor n and normal tails. Its tails are
/// therefore expanded to Φ(−√(n/(n − 1)) t), t being Student's quantile with n − 1 degrees of freedom (T. C.
/// Hesterberg, The American Statistician 69:371-386, 2015).
struct ResampledMeans {
  private let ascending: [Double]
  private let clusterCount: Int

  /// - Parameter seed: the same seed and values give the same limits.
  /// - Precondition: finite values.
  /// - Returns: `nil` for fewer than ``ClusterBootstrap/leastClusters`` values.
  init?(_ values: [Double], seed: UInt64, resamples: Int = ClusterBootstrap.resamples) {
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
    ascending = AscendingOrder(means).values
    clusterCount = values.count
  }

  /// The one-sided limit below which the mean should lie in a share `level` of repeated studies.
  ///
  /// - Parameter level: 0…1, without its ends.
  func upperLimit(level: Double) -> Double? {
    Self.expandedTail(1 - level, clusterCount: clusterCount).flatMap { quantile(1 - $0, ofSorted: ascending) }
  }

  /// The one-sided limit above which the mean should lie in a share `level` of repeated studies.
  func lowerLimit(level: Double) -> Double? {
    Self.expandedTail(1 - level, clusterCount: clusterCount).flatMap { quantile($0, ofSorted: ascending) }
  }

  /// Two-sided: the one-sided limits with half the rest on each side.
  func interval(level: Double) -> Interval? {
    let oneSided = (1 + level) / 2
    guard let low = lowerLimit(level: oneSided), let high = upperLimit(level: oneSided) else { return nil }
    return Interval(low: low, high: high)
  }

  /// The share of resamples beyond a limit that should leave out a share `tail` of repeated studies.
  static func expandedTail(_ tail: Double, clusterCount: Int) -> Double? {
    let freedom = Double(clusterCount - 1)
    return StudentDistribution.quantile(tail, degreesOfFreedom: freedom).map { t in
      NormalDistribution.cdf(t * Double.sqrt(Double(clusterCount) / freedom))
    }
  }
}

/// Arithmetic mean, kept between the least and the greatest value, which rounding would leave: equal values have
/// exactly that value as their mean. `nil` of nothing.
func boundedMean(_ values: [Double]) -> Double? {
  guard let mean = mean(values), let low = values.min(), let high = values.max() else { return nil }
  return min(max(mean, low), high)
}
