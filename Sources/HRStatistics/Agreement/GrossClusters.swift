/// Clusters in which a detector is wrong throughout, unlike in the others.
///
/// If one person in twenty is read wrong, most studies of a dozen people contain none of these or one, and intervals of
/// every figure, which know these people alone, hold much less often than they say. A cluster counts as gross if its
/// mean absolute error is more than six times the median of all clusters' and more than twice the tolerance. Both
/// numbers are conventions of this program: in studies of normal errors the first is hardly ever exceeded by clusters
/// of five windows or more, whatever their correlation.
public struct GrossClusters: Equatable, Sendable {
  /// Number of gross clusters.
  public let count: Int
  /// The largest mean absolute error of a cluster, in beats per minute.
  public let largestMAEBPM: Double
  /// Median of the clusters' mean absolute errors; of an even number the mean of the middle two.
  public let medianMAEBPM: Double

  static let factor = 6.0

  /// - Returns: `nil` for fewer clusters than ``ClusterBootstrap/leastClusters``.
  init?(_ sums: ClusterSums, tolerance: Tolerance) {
    let errors = AscendingOrder(zip(sums.absolutes, sums.counts).map { $0 / $1 }).values
    guard errors.count >= ClusterBootstrap.leastClusters, let largest = errors.last,
      let median = quantile(0.5, ofSorted: errors)
    else { return nil }
    count = errors.count { $0 > Self.factor * median && $0 > 2 * tolerance.withinBPM }
    (largestMAEBPM, medianMAEBPM) = (largest, median)
  }
}
