internal import RealModule

/// The error of Stirling's formula: log Γ(a + 1) − (a + ½) log a + a − ½ log 2π, for a > 0.
///
/// Asymptotic series (Abramowitz and Stegun 1964, 6.1.41) from 15 on, where six terms leave less than 1e-16.
func stirlingError(_ a: Double) -> Double {
  guard a >= 15 else {
    return Double.logGamma(a + 1) - (a + 0.5) * Double.log(a) + a - 0.5 * Double.log(2 * Double.pi)
  }
  let inverse = 1 / (a * a)
  var sum = -691.0 / 360_360
  for term in [1.0 / 1188, -1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12] { sum = sum * inverse + term }
  return sum / a
}

/// u − log(1 + u) for u > −1, without cancellation near 0.
func logDefect(_ u: Double) -> Double {
  guard abs(u) < 0.1 else { return u - Double.log(onePlus: u) }
  var (power, sum) = (u * u, 0.0)
  for order in 2..<40 {
    sum += (order.isMultiple(of: 2) ? power : -power) / Double(order)
    power *= u
    if abs(power) < 1e-18 * sum { break }
  }
  return sum
}

/// Both tails of the gamma distribution of a given shape and scale 1.
///
/// Power series below shape + 1, continued fraction (modified Lentz) above (Abramowitz and Stegun 1964, 6.5.29
/// and 6.5.31); the common factor as C. Loader (2000) writes it, which keeps its digits for large shapes.
struct GammaTails {
  let lower: Double
  let upper: Double
  /// x times the density.
  let scaledDensity: Double

  /// - Precondition: shape > 0, x > 0.
  init(shape a: Double, x: Double) {
    // For small x the digits of x are lost in x − a.
    let defect = x < a / 2 ? (x - a) / a - Double.log(x / a) : logDefect((x - a) / a)
    scaledDensity = Double.sqrt(a / (2 * Double.pi)) * Double.exp(-stirlingError(a) - a * defect)
    if x < a + 1 {
      var (term, sum, n) = (1 / a, 1 / a, a)
      while term > 1e-17 * sum {
        n += 1
        term *= x / n
        sum += term
      }
      lower = min(1, sum * scaledDensity)
      upper = 1 - lower
    } else {
      let tiny = 1e-300
      var b = x + 1 - a
      var c = 1 / tiny
      var d = 1 / b
      var fraction = d
      for step in 1..<100_000 {
        let k = Double(step)
        let numerator = -k * (k - a)
        b += 2
        d = numerator * d + b
        if abs(d) < tiny { d = tiny }
        c = b + numerator / c
        if abs(c) < tiny { c = tiny }
        d = 1 / d
        fraction *= d * c
        if abs(d * c - 1) < 1e-16 { break }
      }
      upper = min(1, fraction * scaledDensity)
      lower = 1 - upper
    }
  }
}

/// The root of an increasing or decreasing function between two places where its sign differs.
///
/// Newton's steps, halving whenever one leaves the bracket (the safeguard of R. P. Brent, 1973, in its simplest form).
///
/// - Parameter function: value and slope at a place.
func root(
  from start: Double, low: Double, high: Double, increasing: Bool, of function: (Double) -> (Double, Double)
) -> Double {
  var (low, high, x) = (low, high, start)
  for _ in 0..<200 {
    let (value, slope) = function(x)
    if value == 0 { return x }
    if (value > 0) == increasing { high = x } else { low = x }
    var next = x - value / slope
    if !(next > low && next < high) { next = (low + high) / 2 }
    if abs(next - x) <= 1e-16 * abs(next) { return next }
    if next == low || next == high { return next }
    x = next
  }
  return x
}
