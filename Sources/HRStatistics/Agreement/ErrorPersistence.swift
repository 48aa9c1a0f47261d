internal import RealModule

/// How alike the errors of one window and the next are, and how many independent windows the set is worth.
///
/// Pairs follow each other as listed within their cluster; a window without a pair between two others leaves no
/// gap.
public struct ErrorPersistence: Equatable, Sendable {
  /// Correlation of neighbouring errors, −1…1, pooled over clusters: products of neighbours about their
  /// cluster's mean over squares about it (G. E. P. Box and G. M. Jenkins, Time Series Analysis, 1970, r₁).
  ///
  /// With m pairs in each of many clusters it reads low by about (1 + 2ρ)/m, because the means are of the same
  /// errors and m squares stand below m − 1 products; that is not put right here. (Of one cluster alone by (1 +
  /// 4ρ)/m: F. H. C. Marriott and J. A. Pope, Biometrika 41:390-402, 1954.)
  public let lag1: Double
  /// The sum over clusters of m / ((1 + ρ)/(1 − ρ) − 2ρ(1 − ρᵐ)/(m(1 − ρ)²)), ρ being ``lag1`` or 0 where that
  /// is negative: as many independent windows would give cluster means of the same precision (G. V. Bayley and
  /// J. M. Hammersley, J. R. Stat. Soc. 8 Suppl.:184-197, 1946, with errors that fade as ρ, ρ², …). For long
  /// clusters N(1 − ρ)/(1 + ρ).
  public let effectiveWindows: Double
  /// The terms of that sum in cluster order, each 1…m.
  let effectiveCounts: [Double]

  /// - Returns: `nil` where no error differs from its cluster's mean.
  public init?(_ pairs: PairedRates) {
    self.init(pairs, errors: pairs.errorsBPM)
  }

  init?(_ pairs: PairedRates, errors: [Double]) {
    let sums = ClusterSums(errors, of: pairs)
    let means = sums.means
    var before = [Double](repeating: 0, count: pairs.clusterCount)
    var (products, squares) = (0.0, 0.0)
    for (index, error) in zip(pairs.cluster, errors) {
      let deviation = error - means[index]
      // The first of a cluster is multiplied by 0.
      products += deviation * before[index]
      squares += deviation * deviation
      before[index] = deviation
    }
    guard squares > 0 else { return nil }
    let lag = products / squares
    lag1 = lag
    effectiveCounts = sums.counts.map { Self.effectiveCount($0, correlation: max(0, lag)) }
    effectiveWindows = effectiveCounts.reduce(0, +)
  }

  /// Independent values whose mean is as precise as that of `count` values with correlations ρ, ρ², …;
  /// 0 ≤ ρ < 1.
  static func effectiveCount(_ count: Double, correlation rho: Double) -> Double {
    let rest = 1 - rho
    let inflation = (1 + rho) / rest - 2 * rho * (1 - Double.pow(rho, count)) / (count * rest * rest)
    return min(count, max(1, count / inflation))
  }
}
