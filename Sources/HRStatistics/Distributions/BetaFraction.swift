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
