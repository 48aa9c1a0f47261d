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
      // Near the middle ½ − p is exact and the tail is not; far out it is the other way round.
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
  /// P(X ≤ x); `nil` unless degreesOfFreedom > 0; 0 for x ≤ 0.
  public static func cdf(_ x: Double, degreesOfFreedom: Double) -> Double? {
    guard degreesOfFreedom > 0, x.isFinite else { return nil }
    return x <= 0 ? 0 : GammaTails(shape: degreesOfFreedom / 2, x: x / 2).lower
  }

  /// The x with P(X ≤ x) = p; `nil` outside 0 < p < 1 or unless degreesOfFreedom > 0.
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
    // In log x, where small quantiles of few degrees of freedom are as far apart as large ones.
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

/// Student's t distribution (W. S. Gosset, 1908).
public enum StudentDistribution {
  /// P(T ≤ t); `nil` unless degreesOfFreedom > 0.
  public static func cdf(_ t: Double, degreesOfFreedom: Double) -> Double? {
    guard degreesOfFreedom > 0, t.isFinite else { return nil }
    let parts = Parts(abs(t), degreesOfFreedom)
    return t < 0 ? parts.tail : 1 - parts.tail
  }

  /// The t with P(T ≤ t) = p; `nil` outside 0 < p < 1 or unless degreesOfFreedom > 0.
  public static func quantile(_ p: Double, degreesOfFreedom: Double) -> Double? {
    guard degreesOfFreedom > 0, let z = NormalDistribution.quantile(p) else { return nil }
    if p == 0.5 { return 0 }
    let tail = min(p, 1 - p)
    var high = max(1, 2 * abs(z))
    while Parts(high, degreesOfFreedom).tail > tail, high < 1e300 { high *= 4 }
    let t = root(from: min(abs(z), high / 2), low: 0, high: high, increasing: false) { t in
      let parts = Parts(t, degreesOfFreedom)
      return (tail > 0.25 ? abs(p - 0.5) - parts.center : parts.tail - tail, -parts.density)
    }
    return p < 0.5 ? -t : t
  }

  /// P(T > t), P(0 < T ≤ t) and the density for t ≥ 0.
  private struct Parts {
    let tail: Double
    let center: Double
    let density: Double

    init(_ t: Double, _ freedom: Double) {
      let half = freedom / 2
      // 1 / B(ν/2, ½) = Γ(ν/2 + ½) / (Γ(ν/2) √π); the quotient by Stirling's formula, whose large terms cancel exactly.
      let logQuotient =
        half * Double.log(onePlus: 0.5 / half) + 0.5 * Double.log(half) - 0.5
        + stirlingError(half + 0.5) - stirlingError(half)
      let decay = Double.log(onePlus: t * t / freedom)
      let quotient = Double.exp(logQuotient) / Double.sqrt(Double.pi)
      density = quotient / Double.sqrt(freedom) * Double.exp(-(half + 0.5) * decay)
      guard t > 0 else {
        (tail, center) = (0.5, 0)
        return
      }
      let x = freedom / (freedom + t * t)
      let y = t * t / (freedom + t * t)
      let front = quotient * Double.exp(-half * decay) * Double.sqrt(y)
      if x < (half + 1) / (half + 2.5) {
        tail = 0.5 * front / half * betaFraction(half, 0.5, x)
        center = 0.5 - tail
      } else {
        center = 0.5 * front / 0.5 * betaFraction(0.5, half, y)
        tail = 0.5 - center
      }
    }
  }
}

/// The continued fraction of the incomplete beta function (Abramowitz and Stegun 1964, 26.5.8), by modified Lentz.
func betaFraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
  let tiny = 1e-300
  func safe(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
  var c = 1.0
  var d = 1 / safe(1 - (a + b) * x / (a + 1))
  var fraction = d
  for step in 1..<100_000 {
    let m = Double(step)
    let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / safe(1 + even * d)
    c = safe(1 + even / c)
    fraction *= d * c
    let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / safe(1 + odd * d)
    c = safe(1 + odd / c)
    fraction *= d * c
    if abs(d * c - 1) < 1e-16 { break }
  }
  return fraction
}
