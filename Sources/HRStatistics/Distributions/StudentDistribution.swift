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
