internal import RealModule

extension AnalogPrototype {
  /// A prototype that delays all of its band nearly alike, so that a wave keeps its shape (W. E. Thomson, 1949).
  ///
  /// The edge is where the phase is half-way, as SciPy's `norm='phase'` has it: the gain there is below −3 dB and falls
  /// with the order. The poles are the roots of the reverse Bessel polynomial, found all at once (O. Aberth, 1973).
  public static func bessel(order: Int) -> AnalogPrototype {
    precondition((1...12).contains(order), "roots beyond the twelfth order lose digits")
    // Scaled so that the first and last coefficient are 1, which puts the edge at the middle of the phase.
    let n = Double(order)
    var logarithms: [Double] = []
    for k in 0...order {
      logarithms.append(
        logFactorial(2 * order - k) - logFactorial(k) - logFactorial(order - k) - (n - Double(k))
          * .log(2))
    }
    let coefficients = logarithms.indices.map { k in
      Double.exp(logarithms[k] - logarithms[0] * (1 - Double(k) / n))
    }
    var roots = (0..<order).map { k in
      let angle = Double.pi * (0.5 + (Double(k) + 0.5) / n)
      return Root(re: 1.1 * Double.cos(angle), im: 1.1 * Double.sin(angle))
    }
    for _ in 0..<60 {
      var largest = 0.0
      for k in 0..<order {
        let here = roots[k]
        var value = Root(re: 0, im: 0)
        var slope = Root(re: 0, im: 0)
        for coefficient in coefficients.reversed() {
          slope = slope * here + value
          value = value * here + Root(re: coefficient, im: 0)
        }
        var repulsion = Root(re: 0, im: 0)
        for other in 0..<order where other != k {
          repulsion = repulsion + (here - roots[other]).inverse
        }
        let step = (slope - value * repulsion).inverse * value
        roots[k] = here - step
        largest = max(largest, Double.hypot(step.re, step.im))
      }
      if largest < 1e-15 { break }
    }
    let above = roots.filter { $0.im > 1e-9 }.sorted { $0.im > $1.im }
    return AnalogPrototype(
      pairs: above.map { Pair(re: $0.re, im: $0.im, size: Double.hypot($0.re, $0.im)) },
      realPole: roots.first { abs($0.im) <= 1e-9 }.map { -$0.re })
  }

  private static func logFactorial(_ n: Int) -> Double {
    (0..<n).reduce(0) { $0 + Double.log(Double($1 + 1)) }
  }
}
