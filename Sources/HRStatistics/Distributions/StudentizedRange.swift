internal import RealModule

/// The range of several independent standard normal values (J. W. Tukey, 1953): the studentized range with
/// infinitely many degrees of freedom.
public enum StudentizedRange {
  /// P(range ≤ q); 0 for q ≤ 0; `nil` for fewer than two groups.
  public static func cdf(_ q: Double, groups: Int) -> Double? {
    guard groups >= 2, q.isFinite else { return nil }
    guard q > 0 else { return 0 }
    let parts = Parts(q, groups)
    return parts.below < 0.5 ? parts.below : 1 - parts.above
  }

  /// P(range > q), whose small values keep their digits; 1 for q ≤ 0; `nil` for fewer than two groups.
  public static func tail(_ q: Double, groups: Int) -> Double? {
    guard groups >= 2, q.isFinite else { return nil }
    guard q > 0 else { return 1 }
    let parts = Parts(q, groups)
    return parts.above < 0.5 ? parts.above : 1 - parts.below
  }

  /// The q with P(range ≤ q) = p; `nil` outside 0 < p < 1 or for fewer than two groups.
  public static func quantile(_ p: Double, groups: Int) -> Double? {
    guard groups >= 2, p > 0, p < 1 else { return nil }
    var high = 1.0
    while Parts(high, groups).above > 1 - p, high < 80 { high *= 2 }
    return root(from: high / 2, low: 0, high: high, increasing: p < 0.5) { q in
      let parts = Parts(q, groups)
      return p < 0.5 ? (parts.below - p, parts.density) : (parts.above - (1 - p), -parts.density)
    }
  }

  /// Integrals over the least value z: given it, each of the others is above z, and below z + q or not.
  ///
  /// The trapezoidal rule: the integrands are smooth and vanish at both ends, so its error falls faster than any power
  /// of the step (L. N. Trefethen and J. A. C. Weideman, SIAM Review 56:385-458, 2014).
  private struct Parts {
    private(set) var below = 0.0
    private(set) var above = 0.0
    private(set) var density = 0.0

    init(_ q: Double, _ groups: Int) {
      let others = Double(groups - 1)
      let step = 1.0 / 16
      var z = -(q + 10)
      while z < 10 {
        let weight = Self.density(z) * Double(groups) * step
        let aboveLeast = NormalDistribution.cdf(-z)
        let outside = NormalDistribution.cdf(-z - q)
        let inside = Self.between(z, z + q)
        let all = Double.exp(others * Double.log(aboveLeast))
        below += weight * Double.exp(others * Double.log(inside))
        above -= weight * all * Double.expMinusOne(others * Double.log(onePlus: -outside / aboveLeast))
        density +=
          weight * others * Self.density(z + q) * Double.exp((others - 1) * Double.log(inside))
        z += step
      }
    }

    private static func density(_ z: Double) -> Double {
      Double.exp(-z * z / 2) / Double.sqrt(2 * Double.pi)
    }

    /// Returns Φ(high) − Φ(low) from the tails on the side where they are small.
    private static func between(_ low: Double, _ high: Double) -> Double {
      low > 0
        ? NormalDistribution.cdf(-low) - NormalDistribution.cdf(-high)
        : NormalDistribution.cdf(high) - NormalDistribution.cdf(low)
    }
  }
}
