internal import RealModule

/// Test of whether several detectors rank alike over the clusters (M. Friedman, J. Am. Stat. Assoc. 32:675-701, 1937).
///
/// In each cluster the detector with the least mean absolute error has rank 1; equal errors share their average rank.
/// Every cluster counts the same.
public struct Friedman: Equatable, Sendable {
  /// Mean rank of each detector, 1…detectors, in the order given.
  public let averageRanks: [Double]
  /// Number of clusters.
  public let clusterCount: Int
  /// Friedman's χ², corrected for ties; `nil` where all detectors tie in every cluster.
  public let chiSquare: Double?
  /// Detectors − 1.
  public let degreesOfFreedom: Double
  /// P of a larger χ²; an approximation that is too cautious for few clusters, where ``imanDavenport`` is better.
  public let p: Double?
  /// Test by F; `nil` where χ² is, or where every cluster ranks alike.
  public let imanDavenport: ImanDavenport?

  /// χ² turned into a quotient of variances (R. L. Iman and J. M. Davenport, Commun. Stat. A 9:571-595, 1980).
  public struct ImanDavenport: Equatable, Sendable {
    /// (N − 1) χ² / (N (k − 1) − χ²) for k detectors in N clusters.
    public let f: Double
    /// k − 1.
    public let numeratorFreedom: Double
    /// (k − 1)(N − 1).
    public let denominatorFreedom: Double
    /// P of a larger F.
    public let p: Double
  }

  /// Number of detectors.
  public var detectorCount: Int { averageRanks.count }

  /// - Parameter maeBPM: for each detector its error in each cluster; only clusters in which all have one.
  /// - Precondition: lists of the same length, of finite values.
  /// - Returns: `nil` for fewer than two detectors or no cluster.
  public init?(maeBPM: [[Double]]) {
    guard maeBPM.count >= 2, let clusters = maeBPM.first?.count, clusters > 0 else { return nil }
    precondition(
      maeBPM.allSatisfy { $0.count == clusters && $0.allSatisfy(\.isFinite) },
      "a finite error of every detector in every cluster")
    let middle = Double(maeBPM.count + 1) / 2
    var sums = [Double](repeating: 0, count: maeBPM.count)
    var squares = 0.0
    for cluster in 0..<clusters {
      for (detector, rank) in HRStatistics.averageRanks(maeBPM.map { $0[cluster] }).enumerated() {
        sums[detector] += rank
        squares += (rank - middle) * (rank - middle)
      }
    }
    let number = Double(clusters)
    let freedom = Double(maeBPM.count - 1)
    averageRanks = sums.map { $0 / number }
    clusterCount = clusters
    degreesOfFreedom = freedom
    guard squares > 0 else {
      (chiSquare, p, imanDavenport) = (nil, nil, nil)
      return
    }
    let between = sums.reduce(0) { $0 + ($1 - number * middle) * ($1 - number * middle) }
    let statistic = freedom * between / squares
    chiSquare = statistic
    p = statistic > 0 ? GammaTails(shape: freedom / 2, x: statistic / 2).upper : 1
    // Where every cluster ranks alike χ² is N(k − 1); both are sums of halves, so the quotient is exact.
    let rest = number - between / squares
    let f = (number - 1) * (between / squares) / rest
    let below = freedom * (number - 1)
    imanDavenport = (rest > 0 ? FDistribution.tail(f, freedom, below) : nil).map { p in
      ImanDavenport(f: f, numeratorFreedom: freedom, denominatorFreedom: below, p: p)
    }
  }
}

/// The least difference of average ranks that tells two of several detectors apart (P. B. Nemenyi, 1963; J. Demšar, J.
/// Mach. Learn. Res. 7:1-30, 2006). It applies only where ``Friedman`` shows that the detectors do not all rank alike.
public struct CriticalDifference: Equatable, Sendable {
  /// q √(k(k + 1)/(12 N)) for k detectors in N clusters, q of ``StudentizedRange`` at the level; in ranks.
  public let ranks: Double
  /// Nemenyi's p of each two detectors, a symmetric table with 1 on its diagonal.
  public let p: [[Double]]
  /// Maximal groups of two or more detectors whose average ranks all differ by less than ``ranks``; each from the
  /// least rank up, in that order.
  public let cliques: [[Int]]

  /// - Parameters:
  ///   - friedman: the test of the same detectors.
  ///   - level: 0…1, the share of repeated studies of like detectors that tell no two apart.
  public init?(_ friedman: Friedman, level: Double = 0.95) {
    let number = friedman.detectorCount
    guard let quantile = StudentizedRange.quantile(level, groups: number) else { return nil }
    let unit = Double.sqrt(Double(number * (number + 1)) / Double(12 * friedman.clusterCount))
    let average = friedman.averageRanks
    let difference = quantile * unit
    ranks = difference
    p = average.map { one in
      average.map { other in StudentizedRange.tail(abs(one - other) / unit, groups: number) ?? 1 }
    }
    cliques = maximalRuns(AscendingOrder(average).indices.map { Int(clamping: $0) }) { first, last in
      average[last] - average[first] < difference
    }
  }
}

/// Returns runs of two or more places in a list in which every earlier and later place go together, none inside
/// another.
func maximalRuns(_ order: [Int], together: (_ earlier: Int, _ later: Int) -> Bool) -> [[Int]] {
  var runs: [[Int]] = []
  var reached = 0
  for start in order.indices {
    var end = start + 1
    while end < order.count, order[start..<end].allSatisfy({ together($0, order[end]) }) { end += 1 }
    if end - start > 1, end > reached { runs.append(Array(order[start..<end])) }
    reached = max(reached, end)
  }
  return runs
}
