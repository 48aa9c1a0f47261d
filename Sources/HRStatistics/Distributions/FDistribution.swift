internal import RealModule

/// The F distribution (G. W. Snedecor, 1934): the quotient of two chi-square variables, each over its degrees
/// of freedom.
enum FDistribution {
  /// P(X > x), whose small values keep their digits; `nil` unless both degrees of freedom are positive and all are
  /// finite; 1 for x ≤ 0.
  static func tail(_ x: Double, _ numerator: Double, _ denominator: Double) -> Double? {
    guard isDefined(numerator, denominator), x.isFinite else { return nil }
    return x <= 0 ? 1 : BetaTails(ofF: x, numerator, denominator).upper
  }

  /// The x with P(X ≤ x) = p; `nil` outside 0 < p < 1 or unless both degrees of freedom are positive and finite.
  static func quantile(_ p: Double, _ numerator: Double, _ denominator: Double) -> Double? {
    guard p > 0, p < 1, isDefined(numerator, denominator) else { return nil }
    // In log x, in which small and large quantiles are equally far apart.
    let exponent = root(from: 0, low: -700, high: 700, increasing: p < 0.5) { exponent in
      let tails = BetaTails(ofF: Double.exp(exponent), numerator, denominator)
      return p < 0.5
        ? (tails.lower - p, tails.scaledDensity) : (tails.upper - (1 - p), -tails.scaledDensity)
    }
    return Double.exp(exponent)
  }

  private static func isDefined(_ numerator: Double, _ denominator: Double) -> Bool {
    numerator > 0 && denominator > 0 && numerator.isFinite && denominator.isFinite
  }
}

/// Both tails of the beta distribution at the place of an F value.
struct BetaTails {
  let lower: Double
  let upper: Double
  /// The F value times the density of F.
  let scaledDensity: Double

  init(ofF value: Double, _ numerator: Double, _ denominator: Double) {
    let (a, b) = (numerator / 2, denominator / 2)
    let ratio = value * numerator / denominator
    let (x, y) = (ratio / (1 + ratio), 1 / (1 + ratio))
    // x^a y^b / B(a, b) with the large terms of Stirling's formula cancelled; m = a/(a + b) is the mean:
    // (x/m)^a (y/(1 − m))^b √(ab/(2π(a + b))), times the formula's error.
    let defect = a * logRatio(x, y, a, b) + b * logRatio(y, x, b, a)
    let correction = stirlingError(a + b) - stirlingError(a) - stirlingError(b)
    scaledDensity = Double.sqrt(a * b / (2 * Double.pi * (a + b))) * Double.exp(defect + correction)
    if x < (a + 1) / (a + b + 2) {
      lower = scaledDensity / a * betaFraction(a, b, x)
      upper = 1 - lower
    } else {
      upper = scaledDensity / b * betaFraction(b, a, y)
      lower = 1 - upper
    }
  }
}

/// log(x (a + b)/a) with x + y = 1, from the difference to the mean, which keeps its digits near it.
private func logRatio(_ x: Double, _ y: Double, _ a: Double, _ b: Double) -> Double {
  let excess = (x * b - y * a) / a
  return abs(excess) < 0.5 ? Double.log(onePlus: excess) : Double.log(x) + Double.log(onePlus: b / a)
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
