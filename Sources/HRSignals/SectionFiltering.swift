extension SecondOrderSections {
  /// Causal filtering from rest (SciPy `sosfilt`); as many values as `x`.
  public func filtered(_ x: [Double]) -> [Double] { filtered(x, startingAtSteadyState: false) }

  /// Causal filtering, from rest or as if `x[0]` had been the input for ever (`sosfilt_zi · x[0]`).
  public func filtered(_ x: [Double], startingAtSteadyState: Bool) -> [Double] {
    var y = x
    run(over: &y, steady: startingAtSteadyState)
    return y
  }

  /// Forward and backward filtering (SciPy `sosfiltfilt`): no phase shift, gain squared.
  ///
  /// Padded oddly about both ends by SciPy's default length, 3·(2·sections + 1, less 1 with a first-order
  /// section), or by `x.count − 1` when the signal is no longer than that (where SciPy refuses).
  public func zeroPhase(_ x: [Double]) -> [Double] {
    guard let first = x.first, let last = x.last else { return [] }
    let short = sections.filter { $0.b2 == 0 && $0.a2 == 0 }.count
    let pad = min(3 * (2 * sections.count + 1 - short), x.count - 1)
    var y: [Double] = []
    y.reserveCapacity(x.count + 2 * pad)
    for k in 0..<pad { y.append(2 * first - x[pad - k]) }
    y += x
    for k in 0..<pad { y.append(2 * last - x[x.count - 2 - k]) }
    run(over: &y, steady: true)
    y.reverse()
    run(over: &y, steady: true)
    y.reverse()
    return Array(y[pad..<(pad + x.count)])
  }

  /// Transposed direct form II, section by section, state in locals.
  private func run(over y: inout [Double], steady: Bool) {
    guard var level = y.first else { return }
    y.withUnsafeMutableBufferPointer { y in
      for section in sections {
        let (b0, b1, b2, a1, a2) = (section.b0, section.b1, section.b2, section.a1, section.a2)
        var (s1, s2) = (0.0, 0.0)
        if steady {
          let settled = level * (b0 + b1 + b2) / (1 + a1 + a2)
          s2 = b2 * level - a2 * settled
          s1 = b1 * level - a1 * settled + s2
          level = settled
        }
        for i in 0..<y.count {
          let x = y[i]
          let out = b0 * x + s1
          s1 = b1 * x - a1 * out + s2
          s2 = b2 * x - a2 * out
          y[i] = out
        }
      }
    }
  }
}
