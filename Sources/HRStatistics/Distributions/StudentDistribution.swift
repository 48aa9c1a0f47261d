internal import RealModule

/// Student's t distribution (W. S. Gosset, 1908).
public enum StudentDistribution {
  /// P(T ≤ t); `nil` unless degreesOfFreedom > 0 and both are finite.
  public static func cdf(_ t: Double, degreesOfFreedom: Double) -> Double? {
    guard degreesOfFreedom > 0, degreesOfFreedom.isFinite, t.isFinite else { return nil }
    let parts = Parts(abs(t), degreesOfFreedom)
    return t < 0 ? parts.tail : 1 - parts.tail
  }

  /// The t with P(T ≤ t) = p; `nil` outside 0 < p < 1 or unless degreesOfFreedom > 0 and finite.
  public static func quantile(_ p: Double, degreesOfFreedom: Double) -> Double? {
    guard degreesOfFreedom > 0, degreesOfFreedom.isFinite, let z = NormalDistribution.quantile(p) else {
      return nil
    }
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
      // 1 / B(ν/2, ½) = Γ(ν/2 + ½) / (Γ(ν/2) √π); the quotient by Stirling's formula, whose large terms cancel
      // exactly.
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

/// The noncentral t distribution: (Z + δ)/√(V/ν) with Z standard normal and V chi-square of ν degrees of freedom.
///
/// P(T ≤ t) = ∫ Φ(t u − δ) f(u) du, f being the density of u = √(V/ν) (N. L. Johnson and B. L. Welch,
/// Biometrika 31:362-389, 1940). The integral is a sum over evenly spaced log u, which for a smooth integrand
/// that fades at both ends is exact to rounding (L. N. Trefethen and J. A. C. Weideman, SIAM Rev. 56:385-458,
/// 2014).
enum NoncentralStudent {
  /// The t with P(T ≤ t) = p; `nil` outside 0 < p < 1 or unless degreesOfFreedom > 0 and all are finite.
  static func quantile(_ p: Double, degreesOfFreedom: Double, noncentrality: Double) -> Double? {
    guard degreesOfFreedom > 0, degreesOfFreedom.isFinite, noncentrality.isFinite,
      let z = NormalDistribution.quantile(p)
    else { return nil }
    let scale = Scale(degreesOfFreedom)
    let start = noncentrality + z
    func below(_ t: Double) -> Bool { Tails(t, scale, noncentrality).lower < p }
    var reach = 1 + abs(z)
    while !below(start - reach), reach < 1e12 { reach *= 2 }
    let low = start - reach
    reach = 1 + abs(z)
    while below(start + reach), reach < 1e12 { reach *= 2 }
    return root(from: start, low: low, high: start + reach, increasing: true) { t in
      let tails = Tails(t, scale, noncentrality)
      return (p < 0.5 ? tails.lower - p : (1 - p) - tails.upper, tails.density)
    }
  }

  /// log of the density of log u without the part that depends on u.
  struct Scale {
    let freedom: Double
    let logFactor: Double

    init(_ freedom: Double) {
      self.freedom = freedom
      let half = freedom / 2
      // 2 (ν/2)^(ν/2) / Γ(ν/2) e^(−ν/2) = √(ν/π) e^(−error of Stirling's formula)
      logFactor = 0.5 * Double.log(freedom / Double.pi) - stirlingError(half)
    }

    /// Returns the density of x = log u: e^(ν x − ν (e^2x − 1)/2) times the factor; at x = 0 the exponent is 0.
    func density(_ x: Double) -> Double {
      Double.exp(logFactor + freedom * (x - 0.5 * Double.expMinusOne(2 * x)))
    }
  }

  /// P(T ≤ t), P(T > t) and the density at t.
  struct Tails {
    private(set) var lower = 0.0
    private(set) var upper = 0.0
    private(set) var density = 0.0

    init(_ t: Double, _ scale: Scale, _ delta: Double) {
      // Narrow enough for the density of log u, and for Φ(t u − δ), which changes only where t u is
      // within some 8 of δ.
      let reach = abs(delta) + 8
      let step = 0.3 / Double.sqrt(2 * scale.freedom + reach * reach)
      for direction in [-1.0, 1.0] {
        var x = direction < 0 ? 0 : step
        while true {
          let weight = step * scale.density(x)
          if weight < 1e-40 { break }
          let u = Double.exp(x)
          let place = t * u - delta
          lower += weight * NormalDistribution.cdf(place)
          upper += weight * NormalDistribution.cdf(-place)
          density += weight * u * Double.exp(-place * place / 2) / Double.sqrt(2 * Double.pi)
          x += direction * step
        }
      }
    }
  }
}
