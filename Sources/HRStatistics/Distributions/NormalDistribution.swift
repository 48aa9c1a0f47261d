internal import RealModule

/// The standard normal distribution.
public enum NormalDistribution {
  /// P(Z ≤ x), from the complementary error function, so small tails keep their digits.
  public static func cdf(_ x: Double) -> Double {
    0.5 * Double.erfc(-x * 0.5.squareRoot())
  }

  /// The x with P(Z ≤ x) = p; `nil` outside 0 < p < 1.
  ///
  /// Abramowitz and Stegun (1964) 26.2.23 as a start, polished with Halley's method.
  public static func quantile(_ p: Double) -> Double? {
    guard p > 0, p < 1 else { return nil }
    if p == 0.5 { return 0 }
    let tail = min(p, 1 - p)
    let t = Double.sqrt(-2 * Double.log(tail))
    let top = 2.515517 + t * (0.802853 + t * 0.010328)
    let bottom = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
    var x = max(0, t - top / bottom)
    for _ in 0..<6 {
      let density = Double.exp(-x * x / 2) / Double.sqrt(2 * Double.pi)
      // Near the middle ½ − p is exact and the tail is not; far from it only the tail is exact.
      let excess = tail > 0.25 ? abs(p - 0.5) - 0.5 * Double.erf(x * 0.5.squareRoot()) : cdf(-x) - tail
      let newton = excess / density
      let next = x + newton / (1 - x * newton / 2)
      if next == x { break }
      x = next
    }
    return p < 0.5 ? -x : x
  }
}

/// The chi-square distribution.
public enum ChiSquareDistribution {
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
