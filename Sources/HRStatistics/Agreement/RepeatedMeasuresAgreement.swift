internal import RealModule

/// Limits of agreement with several pairs per cluster, where the true rate varies; in beats per minute.
///
/// One-way analysis of variance of the errors (J. M. Bland and D. G. Altman, J. Biopharm. Stat. 17:571-582, 2007,
/// unbalanced).
public struct RepeatedMeasuresAgreement: Equatable, Sendable {
  /// Mean of all errors, the middle of the limits.
  public let biasBPM: Double
  /// Mean square between clusters (divisor k − 1), in bpm².
  public let meanSquareBetween: Double
  /// Mean square within clusters (divisor N − k), in bpm².
  public let meanSquareWithin: Double
  /// ((Σm)² − Σm²) / ((k − 1) Σm): the effective number of pairs per cluster.
  public let effectiveClusterSize: Double
  /// (between − within) / effective size, 0 where that is negative, in bpm².
  public let varianceBetween: Double
  /// The mean square within, in bpm².
  public let varianceWithin: Double
  /// √(variance between + variance within)
  public let sdBPM: Double
  /// bias ± 1.96 sd
  public let limitsBPM: Interval

  /// - Returns: `nil` for fewer than two clusters, or where no cluster has two pairs.
  public init?(_ pairs: PairedRates) {
    self.init(ClusterComponents(pairs))
  }

  init?(_ parts: ClusterComponents?) {
    guard let parts else { return nil }
    let (k, total) = (Double(parts.counts.count), parts.total)
    var between = 0.0
    var squaredCounts = 0.0
    for (count, center) in zip(parts.counts, parts.means) {
      between += count * (center - parts.pooledMean) * (center - parts.pooledMean)
      squaredCounts += count * count
    }
    biasBPM = parts.pooledMean
    meanSquareBetween = between / (k - 1)
    meanSquareWithin = parts.varianceWithin
    effectiveClusterSize = (total * total - squaredCounts) / ((k - 1) * total)
    varianceBetween = max(0, (meanSquareBetween - meanSquareWithin) / effectiveClusterSize)
    varianceWithin = meanSquareWithin
    sdBPM = Double.sqrt(varianceBetween + varianceWithin)
    limitsBPM = Interval(biasBPM, plusMinus: limitFactor * sdBPM)
  }
}

/// Means and pooled variance of clusters with unequal numbers of pairs.
struct ClusterComponents {
  let counts: [Double]
  let means: [Double]
  let total: Double
  let pooledMean: Double
  /// Squared deviations of each cluster's errors from its own mean.
  let squaresWithin: [Double]
  /// Their sum, divisor N − k.
  let varianceWithin: Double

  /// - Returns: `nil` for fewer than two clusters, or where no cluster has two pairs.
  init?(_ pairs: PairedRates) {
    guard pairs.clusterCount >= 2, pairs.count > pairs.clusterCount, let pooled = mean(pairs.errors) else {
      return nil
    }
    let sums = ClusterSums(of: pairs)
    counts = sums.counts
    means = sums.means
    total = Double(pairs.count)
    pooledMean = pooled
    squaresWithin = pairs.squares(about: means)
    varianceWithin = squaresWithin.reduce(0, +) / Double(pairs.count - pairs.clusterCount)
  }
}
