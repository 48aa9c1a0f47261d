internal import RealModule

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
