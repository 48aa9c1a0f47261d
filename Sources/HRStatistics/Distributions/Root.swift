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
