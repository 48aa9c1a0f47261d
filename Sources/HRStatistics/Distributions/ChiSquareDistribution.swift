internal import RealModule

/// The chi-square distribution.
public enum ChiSquareDistribution {
  /// P(X ≤ x); `nil` unless degreesOfFreedom > 0 and both are finite; 0 for x ≤ 0.
  public static func cdf(_ x: Double, degreesOfFreedom: Double) -> Double? {
    guard degreesOfFreedom > 0, degreesOfFreedom.isFinite, x.isFinite else { return nil }
    return x <= 0 ? 0 : GammaTails(shape: degreesOfFreedom / 2, x: x / 2).lower
  }

  /// The x with P(X ≤ x) = p; `nil` outside 0 < p < 1 or unless degreesOfFreedom > 0 and finite.
  ///
  /// E. B. Wilson and M. M. Hilferty (1931) as a start, polished on the tail that holds less than half.
  public static func quantile(_ p: Double, degreesOfFreedom: Double) -> Double? {
    guard degreesOfFreedom > 0, degreesOfFreedom.isFinite, let z = NormalDistribution.quantile(p) else {
      return nil
    }
    let shape = degreesOfFreedom / 2
    let spread = 1 / (9 * shape)
    let cube = 1 - spread + z * Double.sqrt(spread)
    var start = shape * cube * cube * cube
    if cube < 0.3 || shape < 0.5 {
      // Near 0 the lower tail is x^a / Γ(a + 1).
      let small = Double.exp((Double.log(p) + Double.logGamma(shape + 1)) / shape)
      if small < shape { start = small }
    }
    // In log x, in which small quantiles of few degrees of freedom are as far apart as large ones.
    let exponent = root(
      from: Double.log(max(start, 1e-300)), low: -745, high: 300, increasing: p < 0.5
    ) { exponent in
      let tails = GammaTails(shape: shape, x: Double.exp(exponent))
      return p < 0.5
        ? (tails.lower - p, tails.scaledDensity) : (tails.upper - (1 - p), -tails.scaledDensity)
    }
    return 2 * Double.exp(exponent)
  }
}
