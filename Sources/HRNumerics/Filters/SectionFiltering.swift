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
    guard !x.isEmpty else { return [] }
    let short = sections.filter { $0.b2 == 0 && $0.a2 == 0 }.count
    let pad = min(3 * (2 * sections.count + 1 - short), x.count - 1)
    var y = x.reflectedAboutEnds(by: pad)
    run(over: &y, steady: true)
    run(over: &y, steady: true, backward: true)
    return Array(y[pad..<(pad + x.count)])
  }

  /// Causal filtering from rest of eight signals at once, one in each lane: as ``filtered(_:)`` does each of them.
  package func filter(_ lanes: inout [SIMD8<Double>]) {
    lanes.withUnsafeMutableBufferPointer { y in
      for section in sections {
        let (b0, b1, b2, a1, a2) = (section.b0, section.b1, section.b2, section.a1, section.a2)
        var (s1, s2) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
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

  /// Transposed direct form II, three sections at a time: while one waits for its last sum, the others go on.
  private func run(over y: inout [Double], steady: Bool, backward: Bool = false) {
    guard var level = backward ? y.last : y.first else { return }
    y.withUnsafeMutableBufferPointer { y in
      for first in stride(from: 0, to: sections.count, by: 3) {
        var (a, b, c) = (RunningSection(), RunningSection(), RunningSection())
        a.take(sections[first], steady: steady, level: &level)
        if first + 1 < sections.count { b.take(sections[first + 1], steady: steady, level: &level) }
        if first + 2 < sections.count { c.take(sections[first + 2], steady: steady, level: &level) }
        if backward {
          for i in stride(from: y.count - 1, through: 0, by: -1) { y[i] = c.push(b.push(a.push(y[i]))) }
        } else {
          for i in 0..<y.count { y[i] = c.push(b.push(a.push(y[i]))) }
        }
      }
    }
  }
}

/// A section with its delays; as made, one that changes nothing.
///
/// The output `y = b0·x + s1` is put into the delays' equations, so that a new delay waits for one product and one
/// difference of the old one: s1 ← (b1 − a1·b0)·x + s2 − a1·s1 and s2 ← (b2 − a2·b0)·x − a2·s1.
private struct RunningSection {
  private var (b0, c1, c2, a1, a2) = (1.0, 0.0, 0.0, 0.0, 0.0)
  private var s1 = 0.0
  private var s2 = 0.0

  /// - Parameter level: of the input that has been there for ever, if the section is to be steady; then of the output.
  mutating func take(_ section: SecondOrderSections.Section, steady: Bool, level: inout Double) {
    (b0, a1, a2) = (section.b0, section.a1, section.a2)
    c1 = section.b1 - section.a1 * section.b0
    c2 = section.b2 - section.a2 * section.b0
    guard steady else { return }
    let settled = level * (section.b0 + section.b1 + section.b2) / (1 + section.a1 + section.a2)
    s2 = section.b2 * level - section.a2 * settled
    s1 = section.b1 * level - section.a1 * settled + s2
    level = settled
  }

  @inline(__always)
  mutating func push(_ x: Double) -> Double {
    let out = b0 * x + s1
    let next = (c1 * x + s2) - a1 * s1
    s2 = c2 * x - a2 * s1
    s1 = next
    return out
  }
}
