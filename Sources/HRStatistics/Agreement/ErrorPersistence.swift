internal import RealModule

/// Persistence of errors from one window to the next, and the effective number of independent windows.
///
/// Neighbours are pairs whose windows follow each other in one recording and repeat (by `place` of ``PairedRates``).
/// There are none across a window without a pair, or from one recording or repeat to the next.
public struct ErrorPersistence: Equatable, Sendable {
  /// Correlation of neighbouring errors, −1…1, pooled over clusters: products of neighbours about their cluster's mean
  /// over squares about it (G. E. P. Box and G. M. Jenkins, Time Series Analysis, 1970, r₁). It is multiplied by the
  /// N − k neighbours that there would be without gaps and seams over those that there are (E. Parzen, Sankhya A
  /// 25:383-392, 1963), and limited to −1…1. Without that factor missing neighbours would look like independence.
  ///
  /// With m pairs in each of many clusters it reads low by about (1 + 2ρ)/m, because the means are of the same errors
  /// and m squares are the divisor of m − 1 products. That is not corrected here. (Of one cluster alone by (1 + 4ρ)/m:
  /// F. H. C. Marriott and J. A. Pope, Biometrika 41:390-402, 1954.)
  public let lag1: Double
  /// Number of independent windows that would give cluster means of the same precision: the sum over clusters of
  /// m / ((1 + ρ)/(1 − ρ) − 2ρ(1 − ρᵐ)/(m(1 − ρ)²)). ρ is ``lag1``, 0 where that is negative, at most 0.999 (beyond
  /// that the quotient loses its digits). G. V. Bayley and J. M. Hammersley, J. R. Stat. Soc. 8 Suppl.:184-197, 1946,
  /// with correlations that fall as ρ, ρ², …. For long clusters it is N(1 − ρ)/(1 + ρ).
  public let effectiveWindows: Double
  /// The terms of that sum in cluster order, each 1…m.
  let effectiveCounts: [Double]

  /// - Returns: `nil` where no two pairs are neighbours, or no error differs from its cluster's mean but for rounding:
  ///   where the squares about the means are no more than 1e-20 of those about 0.
  public init?(_ pairs: PairedRates) {
    let sums = ClusterSums(of: pairs)
    let means = sums.means
    var before = [Double](repeating: 0, count: pairs.clusterCount)
    var (products, squares, whole, neighbours) = (0.0, 0.0, 0.0, 0.0)
    pairs.forEach { pair in
      let (index, error) = (pair.cluster, pair.errorBPM)
      let deviation = error - means[index]
      if pair.isNext {
        products += deviation * before[index]
        neighbours += 1
      }
      squares += deviation * deviation
      whole += error * error
      before[index] = deviation
    }
    guard squares > 1e-20 * whole, neighbours > 0 else { return nil }
    let missing = Double(pairs.count - pairs.clusterCount) / neighbours
    let lag = max(-1, min(1, products / squares * missing))
    lag1 = lag
    effectiveCounts = sums.counts.map { Self.effectiveCount($0, correlation: min(0.999, max(0, lag))) }
    effectiveWindows = effectiveCounts.reduce(0, +)
  }

  /// Returns the number of independent values whose mean is as precise as that of `count` values with correlations ρ,
  /// ρ², …; 0 ≤ ρ < 1.
  static func effectiveCount(_ count: Double, correlation rho: Double) -> Double {
    let rest = 1 - rho
    let inflation = (1 + rho) / rest - 2 * rho * (1 - Double.pow(rho, count)) / (count * rest * rest)
    return min(count, max(1, count / inflation))
  }
}
