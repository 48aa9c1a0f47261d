internal import RealModule

/// Signed-rank test of whether differences are symmetric about 0 (F. Wilcoxon, Biometrics Bulletin 1:80-83, 1945).
///
/// Zeros are dropped, as Wilcoxon did; equal absolute differences share their average rank. Up to ``mostForExact``
/// differences the p value is exact, with ties too: it counts the 2ⁿ sign patterns by their rank sum. Above, it is
/// normal with the variance corrected for ties and no continuity correction.
public struct WilcoxonSignedRank: Equatable, Sendable {
  /// Most nonzero differences with an exact p; more have the normal approximation.
  public static let mostForExact = 25

  /// The smaller of the positive and the negative rank sum.
  public let statistic: Double
  /// Sum of the ranks of the positive differences.
  public let positiveRankSum: Double
  /// Two-sided p.
  public let p: Double
  /// Number of differences other than 0.
  public let count: Int
  /// True if the p value counts all sign patterns.
  public let isExact: Bool

  /// - Precondition: finite differences.
  /// - Returns: `nil` where every difference is 0, or there is none.
  public init?(_ differences: [Double]) {
    let nonzero = differences.filter { $0 != 0 }
    guard !nonzero.isEmpty else { return nil }
    let ranks = averageRanks(nonzero.map { abs($0) })
    let total = Double(nonzero.count * (nonzero.count + 1)) / 2
    let positive = zip(nonzero, ranks).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
    let smaller = min(positive, total - positive)
    positiveRankSum = positive
    statistic = smaller
    count = nonzero.count
    isExact = nonzero.count <= Self.mostForExact
    p =
      isExact
      ? Self.exactP(smaller, ranks: ranks) : Self.normalP(smaller, total: total, ranks: ranks)
  }

  /// Returns twice the share of sign patterns with a rank sum up to the smaller one; the distribution is symmetric.
  ///
  /// Average ranks are halves, so doubled ranks are whole numbers and the patterns with each sum can be counted
  /// rank by rank; counts up to 2²⁵ are exact.
  private static func exactP(_ smaller: Double, ranks: [Double]) -> Double {
    let doubled = ranks.map { Int(saturating: 2 * $0) }
    var patterns = [Double](repeating: 0, count: doubled.reduce(1, +))
    patterns[0] = 1
    var reached = 0
    for rank in doubled {
      for sum in stride(from: reached, through: 0, by: -1) { patterns[sum + rank] += patterns[sum] }
      reached += rank
    }
    let below = patterns[...Int(saturating: 2 * smaller)].reduce(0, +)
    return min(1, 2 * below / patterns.reduce(0, +))
  }

  private static func normalP(_ smaller: Double, total: Double, ranks: [Double]) -> Double {
    // Σ rank² / 4 is n(n + 1)(2n + 1)/24 less (t³ − t)/48 for every group of t equal ones.
    let variance = ranks.reduce(0) { $0 + $1 * $1 } / 4
    return min(1, 2 * NormalDistribution.cdf((smaller - total / 2) / Double.sqrt(variance)))
  }
}
