internal import HRNumerics

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
