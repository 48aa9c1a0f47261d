/// A share of windows with its interval, where windows of one cluster are not independent.
///
/// The share p is the quotient of sums, Σy/Σn. Its interval is the exact one of C. J. Clopper and E. S. Pearson
/// (Biometrika 26:404-413, 1934) for as many independent windows as would give a share of the same variance, as E. L.
/// Korn and B. I. Graubard propose (Survey Methodology 24:193-201, 1998): p(1 − p)/v, times (t of n − 1 / t of k − 1
/// degrees of freedom)²; never more than there are windows. Where few clusters hold a window of the rarer kind, counting
/// or not, their spread is known from these alone: t has one degree more than there are such clusters, at most k − 1.
/// For shares of 0 and 1, whose v is 0, the effective number of clusters (Σn)²/Σn² is the number of windows.
///
/// v is the larger of two variances. One takes clusters as a sample in which each brings its windows and its share:
/// k/(k − 1) · Σ(y − pn)²/(Σn)². The other takes the clusters' shares q = y/n as a sample from one population: Σw²u,
/// w = n/Σn, u being their variance s² plus c = W(1/n − 1/h), which a share of n windows has more than one of h has; W
/// is the variance within clusters, Σnq(1 − q)/(Σn − k), and h the harmonic mean of the n. Where c is below 0, u is
/// s² + c, but at least W/n and at most s². Where all clusters have the same number of windows the two are equal.
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
    let variance = Self.variance(clusters, share: share, total: total)
    var effective = total
    if share <= 0 || share >= 1 {
      effective = total * total / clusters.reduce(0) { $0 + $1.1 * $1.1 }
    } else if variance > 0 {
      let tail = (1 + level) / 2
      let rarer = Double(min(clusters.count { $0.0 > 0 }, clusters.count { $0.0 < $0.1 }))
      guard let window = StudentDistribution.quantile(tail, degreesOfFreedom: total - 1),
        let cluster = StudentDistribution.quantile(tail, degreesOfFreedom: min(number - 1, rarer + 1))
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

  /// Returns the larger of the two variances of the share.
  private static func variance(
    _ clusters: [(counted: Double, windows: Double)], share: Double, total: Double
  ) -> Double {
    let k = Double(clusters.count)
    let shares = clusters.map { $0.counted / $0.windows }
    let inverse = clusters.reduce(0) { $0 + 1 / $1.windows } / k
    let squares = zip(clusters, shares).reduce(0) { $0 + $1.0.counted * (1 - $1.1) }
    let within = total > k ? squares / (total - k) : 0
    let between = HRStatistics.variance(shares) ?? 0
    var (apart, alike) = (0.0, 0.0)
    for (counted, windows) in clusters {
      let (rest, weight) = ((counted - share * windows) / total, windows / total)
      apart += rest * rest
      let more = within * (1 / windows - inverse)
      let own = more >= 0 ? between + more : min(between, max(between + more, within / windows))
      alike += weight * weight * own
    }
    return max(k / (k - 1) * apart, alike)
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
