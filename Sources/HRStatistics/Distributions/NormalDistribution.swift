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
