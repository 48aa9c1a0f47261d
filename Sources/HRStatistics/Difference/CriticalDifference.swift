internal import RealModule

/// How far apart average ranks must lie to tell two of several detectors apart (P. B. Nemenyi, 1963; J. Demšar, J.
/// Mach. Learn. Res. 7:1-30, 2006). To be asked only where ``Friedman`` says that the detectors do not all rank
/// alike.
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

/// Each two of several detectors by ``WilcoxonSignedRank``, with Holm's correction over all of them: sharper than
/// ``CriticalDifference`` because it uses the sizes of the differences, and because the other detectors do not
/// matter (A. Benavoli, G. Corani and F. Mangili, J. Mach. Learn. Res. 17(5):1-10, 2016).
public struct PairwiseSignedRank: Equatable, Sendable {
  /// Two of the detectors, and whether they differ.
  public struct Pair: Equatable, Sendable {
    /// Index of the one detector.
    public let first: Int
    /// Index of the other, greater than ``first``.
    public let second: Int
    /// `nil` where the two have the same error in every cluster.
    public let test: WilcoxonSignedRank?
    /// After ``Holm`` over all pairs; a pair without a test counts with p = 1.
    public let adjustedP: Double
  }

  /// Every two detectors once: 0 and 1, 0 and 2, …, 1 and 2, …
  public let pairs: [Pair]
  /// Maximal runs of two or more detectors along the average ranks of which no two are told apart; each from the
  /// least rank up, in that order.
  public let cliques: [[Int]]

  /// - Parameters:
  ///   - maeBPM: as for ``Friedman``.
  ///   - significance: an adjusted p below it tells two detectors apart.
  public init?(maeBPM: [[Double]], significance: Double = 0.05) {
    guard let friedman = Friedman(maeBPM: maeBPM) else { return nil }
    let places = maeBPM.indices.flatMap { first in
      maeBPM.indices.dropFirst(first + 1).map { (first, $0) }
    }
    let tests = places.map { first, second in
      WilcoxonSignedRank(zip(maeBPM[first], maeBPM[second]).map { $0 - $1 })
    }
    let adjusted = Holm.adjusted(tests.map { $0?.p ?? 1 })
    var apart = maeBPM.map { _ in [Bool](repeating: false, count: maeBPM.count) }
    for ((first, second), p) in zip(places, adjusted) where p < significance {
      apart[first][second] = true
      apart[second][first] = true
    }
    pairs = places.indices.map { index in
      Pair(
        first: places[index].0, second: places[index].1, test: tests[index], adjustedP: adjusted[index])
    }
    let order = AscendingOrder(friedman.averageRanks).indices.map { Int(clamping: $0) }
    cliques = maximalRuns(order) { !apart[$0][$1] }
  }
}

/// Runs of two or more places in a list in which every earlier and later place go together, none inside another.
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
