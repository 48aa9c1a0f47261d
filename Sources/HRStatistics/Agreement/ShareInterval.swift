/// A share of windows with its interval, where windows of one cluster are not independent.
///
/// The share is the quotient of sums, Σy/Σn. Its interval is the exact one of C. J. Clopper and E. S. Pearson
/// (Biometrika 26:404-413, 1934) for as many independent windows as would give a share of the same variance, as E. L.
/// Korn and B. I. Graubard propose (Survey Methodology 24:193-201, 1998): p(1 − p)/v with the variance between clusters
/// v = k/(k − 1) · Σ(y − pn)²/(Σn)², times (t of n − 1 / t of k − 1 degrees of freedom)²; never more than there are
/// windows. Where no window, or every one, counts, v is 0; each cluster then counts as one window.
public struct ShareInterval: Equatable, Sendable {
  /// 0…1.
  public let share: Double
  /// 95 per cent, 0…1.
  public let interval: Interval
  /// Number of independent windows that would give a share of the same precision.
  public let effectiveCount: Double

  /// - Parameters:
  ///   - counted: windows that count, per cluster.
  ///   - counts: windows, per cluster; clusters without any are left out.
  ///   - level: of the interval, between 0 and 1.
  /// - Returns: `nil` with fewer than ``ClusterBootstrap/leastClusters`` clusters.
  public init?(counted: [Double], of counts: [Double], level: Double = 0.95) {
    precondition(counted.count == counts.count, "as many windows that count as windows, for every cluster")
    precondition(level > 0 && level < 1, "a level between 0 and 1")
    let clusters = zip(counted, counts).filter { $0.1 > 0 }
    let total = clusters.reduce(0) { $0 + $1.1 }
    guard clusters.count >= ClusterBootstrap.leastClusters else { return nil }
    let number = Double(clusters.count)
    let share = clusters.reduce(0) { $0 + $1.0 } / total
    let squares = clusters.reduce(0) { $0 + ($1.0 - share * $1.1) * ($1.0 - share * $1.1) }
    let variance = number / (number - 1) * squares / (total * total)
    var effective = total
    if share <= 0 || share >= 1 {
      effective = number
    } else if variance > 0 {
      let tail = (1 + level) / 2
      guard let window = StudentDistribution.quantile(tail, degreesOfFreedom: total - 1),
        let cluster = StudentDistribution.quantile(tail, degreesOfFreedom: number - 1)
      else { return nil }
      effective = min(total, share * (1 - share) / variance * (window / cluster) * (window / cluster))
    }
    guard let interval = Self.exact(share * effective, of: effective, tail: (1 - level) / 2) else {
      return nil
    }
    self.share = share
    self.interval = interval
    effectiveCount = effective
  }

  /// Returns Clopper's and Pearson's limits, whose counts need not be whole: quantiles of beta distributions, by those
  /// of F.
  private static func exact(_ counted: Double, of count: Double, tail: Double) -> Interval? {
    func beta(_ p: Double, _ a: Double, _ b: Double) -> Double? {
      FDistribution.quantile(p, 2 * a, 2 * b).map { a * $0 / (b + a * $0) }
    }
    let missed = count - counted
    return Interval(
      ifAny: counted > 0 ? beta(tail, counted, missed + 1) : 0,
      missed > 0 ? beta(1 - tail, counted + 1, missed) : 1)
  }
}

/// Success rate (all windows): the share of all windows with a reference that were answered within the tolerance.
///
/// A window without an estimate counts as not right, for whatever reason it has none. So a detector gains nothing by
/// giving no answer, and the share does not depend on other detectors.
public struct RightOfAll: Equatable, Sendable {
  /// Windows that were answered within the tolerance.
  public let rightCount: Int
  /// Windows with a reference.
  public let referenceCount: Int
  /// Number of clusters of these windows, answered or not.
  public let clusterCount: Int
  /// ``rightCount`` over ``referenceCount``, 0…1.
  public let share: Double
  /// 95 per cent interval, 0…1, over clusters (``ShareInterval``); `nil` with fewer than five.
  public let interval: Interval?

  /// - Parameters:
  ///   - pairs: windows with a reference, answered or not.
  ///   - tolerance: largest error of a right estimate, inclusive.
  /// - Returns: `nil` where no window has a reference.
  public init?(_ pairs: PairedRates, tolerance: Tolerance = Tolerance()) {
    guard pairs.referenceCount > 0 else { return nil }
    clusterCount = max(pairs.clusterCount, pairs.unansweredCounts.count)
    var right = [Double](repeating: 0, count: clusterCount)
    var counts = right
    for (cluster, windows) in pairs.unansweredCounts.enumerated() { counts[cluster] += Double(windows) }
    for (cluster, windows) in pairs.counts.enumerated() { counts[cluster] += windows }
    var rightCount = 0
    pairs.forEach { pair in
      guard tolerance.allows(pair.errorBPM, at: pair.referenceBPM) else { return }
      right[pair.cluster] += 1
      rightCount += 1
    }
    self.rightCount = rightCount
    referenceCount = pairs.referenceCount
    share = Double(rightCount) / Double(referenceCount)
    interval = ShareInterval(counted: right, of: counts)?.interval
  }
}
