internal import RealModule

/// Forward complex Fourier transform X[k] = Σ x[j]·e^(−2πi·jk/n), unscaled: the plan, which many tasks may share.
///
/// Stockham autosort with radices 4, 2, 3, 5 and generic odd primes; lengths with a prime factor above 50 go
/// through Bluestein's chirp convolution (L. I. Bluestein, 1970) on a power of two.
struct ComplexTransform: Sendable {
  let count: Int
  private var radices: [Int] = []
  private var cosines: [Double] = []
  private var sines: [Double] = []
  private var chirp: [BluesteinTransform] = []

  /// - Parameter count: number of points; at least 1.
  init(count: Int) {
    precondition(count > 0, "a transform has at least one point")
    self.count = count
    var rest = count
    for radix in [4, 2, 3, 5] {
      while rest % radix == 0 {
        radices.append(radix)
        rest /= radix
      }
    }
    var prime = 7
    while rest > 1 {
      if prime * prime > rest { prime = rest }
      while rest % prime == 0 {
        radices.append(prime)
        rest /= prime
      }
      prime += 2
    }
    if let largest = radices.max(), largest > 50 {
      chirp = [BluesteinTransform(count: count)]
      return
    }
    for k in 0..<count {
      let angle = 2 * Double.pi * Double(k) / Double(count)
      cosines.append(Double.cos(angle))
      sines.append(-Double.sin(angle))
    }
  }

  /// Replaces the `count` values by their transform.
  func forward(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == count && imaginary.count == count, "one value per point")
    real.withUnsafeMutableBufferPointer { re in
      imaginary.withUnsafeMutableBufferPointer { im in forward(re, im) }
    }
  }

  /// Replaces the first `count` values by their transform; the scratch lives as long as the call.
  ///
  /// - Parameter filled: number of values after which all are zero; less work if they are few.
  func forward(
    _ real: UnsafeMutableBufferPointer<Double>, _ imaginary: UnsafeMutableBufferPointer<Double>,
    filled: Int? = nil
  ) {
    if let chirp = chirp.first { return chirp.forward(real, imaginary) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count) { scratch in
      let otherReal = UnsafeMutableBufferPointer(rebasing: scratch[..<count])
      let otherImaginary = UnsafeMutableBufferPointer(rebasing: scratch[count...])
      cosines.withUnsafeBufferPointer { wr in
        sines.withUnsafeBufferPointer { wi in
          var (xr, xi, yr, yi) = (real, imaginary, otherReal, otherImaginary)
          var length = count
          var stride = 1
          for radix in radices {
            let pass = Pass(
              xr: xr, xi: xi, yr: yr, yi: yi, wr: wr, wi: wi, count: count, m: length / radix,
              s: stride)
            if stride == 1, let filled, filled <= length / radix {
              pass.spread(radix, filled: filled)
            } else {
              pass.run(radix)
            }
            (xr, xi, yr, yi) = (yr, yi, xr, xi)
            length /= radix
            stride *= radix
          }
          guard radices.count % 2 == 1 else { return }
          for k in 0..<count {
            real[k] = otherReal[k]
            imaginary[k] = otherImaginary[k]
          }
        }
      }
    }
  }
}

/// Operand of the butterflies: one number, or four side by side.
private protocol Lanes: BitwiseCopyable {
  static var width: Int { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Double) -> Self
}

extension Double: Lanes { fileprivate static var width: Int { 1 } }

/// A type of our own, so that its operators are those of four doubles: those of all vectors, which a conformance of
/// `SIMD4` itself would take, are many times slower where nothing is optimized.
private struct Four: Lanes {
  let lanes: SIMD4<Double>

  static var width: Int { 4 }
  static func + (a: Four, b: Four) -> Four { Four(lanes: a.lanes + b.lanes) }
  static func - (a: Four, b: Four) -> Four { Four(lanes: a.lanes - b.lanes) }
  static func * (a: Four, b: Double) -> Four { Four(lanes: a.lanes * SIMD4(repeating: b)) }
}

/// Butterflies of one pass: input x[q + s(p + km)], output y[q + s(rp + j)], twiddle w^(p·j·s).
private struct Pass {
  let xr: UnsafeMutableBufferPointer<Double>
  let xi: UnsafeMutableBufferPointer<Double>
  let yr: UnsafeMutableBufferPointer<Double>
  let yi: UnsafeMutableBufferPointer<Double>
  let wr: UnsafeBufferPointer<Double>
  let wi: UnsafeBufferPointer<Double>
  let count: Int
  let m: Int
  let s: Int

  /// The first pass where only the first of the values that meet in each butterfly may differ from zero.
  func spread(_ radix: Int, filled: Int) {
    for p in 0..<m {
      let (re, im) = p < filled ? (xr[p], xi[p]) : (0, 0)
      for j in 0..<radix { put(radix &* p &+ j, re, im, wr[p &* j], wi[p &* j]) }
    }
  }

  func run(_ radix: Int) {
    // Neighbours in q share their twiddles, so four of them go at once where the stride allows.
    switch (radix, s % 4 == 0) {
    case (4, true): four(Four.self)
    case (4, false): four(Double.self)
    case (2, true): two(Four.self)
    case (2, false): two(Double.self)
    case (3, true): three(Four.self)
    case (3, false): three(Double.self)
    case (5, true): five(Four.self)
    case (5, false): five(Double.self)
    default: generic(radix)
    }
  }

  @inline(__always)
  private func real<L: Lanes>(_ at: Int) -> L {
    UnsafeRawBufferPointer(xr).loadUnaligned(fromByteOffset: 8 &* at, as: L.self)
  }

  @inline(__always)
  private func imaginary<L: Lanes>(_ at: Int) -> L {
    UnsafeRawBufferPointer(xi).loadUnaligned(fromByteOffset: 8 &* at, as: L.self)
  }

  @inline(__always)
  private func store<L: Lanes>(_ at: Int, _ re: L, _ im: L) {
    UnsafeMutableRawBufferPointer(yr).storeBytes(of: re, toByteOffset: 8 &* at, as: L.self)
    UnsafeMutableRawBufferPointer(yi).storeBytes(of: im, toByteOffset: 8 &* at, as: L.self)
  }

  @inline(__always)
  private func put<L: Lanes>(_ at: Int, _ re: L, _ im: L, _ c: Double, _ d: Double) {
    store(at, re * c - im * d, re * d + im * c)
  }

  @inline(__always)
  private func two<L: Lanes>(_: L.Type) {
    for p in 0..<m {
      let (c, d) = (wr[p &* s], wi[p &* s])
      for q in stride(from: 0, to: s, by: L.width) {
        let from = q &+ s &* p
        let ar: L = real(from)
        let ai: L = imaginary(from)
        let br: L = real(from &+ s &* m)
        let bi: L = imaginary(from &+ s &* m)
        let at = q &+ 2 &* s &* p
        store(at, ar + br, ai + bi)
        put(at &+ s, ar - br, ai - bi, c, d)
      }
    }
  }

  @inline(__always)
  private func three<L: Lanes>(_: L.Type) {
    let half = 3.0.squareRoot() / 2
    for p in 0..<m {
      let t = p &* s
      let (c1, d1, c2, d2) = (wr[t], wi[t], wr[2 &* t], wi[2 &* t])
      for q in stride(from: 0, to: s, by: L.width) {
        let from = q &+ s &* p
        let ar: L = real(from)
        let ai: L = imaginary(from)
        let br: L = real(from &+ s &* m)
        let bi: L = imaginary(from &+ s &* m)
        let cr: L = real(from &+ 2 &* s &* m)
        let ci: L = imaginary(from &+ 2 &* s &* m)
        let (sr, si) = (br + cr, bi + ci)
        let (er, ei) = ((br - cr) * half, (bi - ci) * half)
        let (fr, fi) = (ar - sr * 0.5, ai - si * 0.5)
        let at = q &+ 3 &* s &* p
        store(at, ar + sr, ai + si)
        put(at &+ s, fr + ei, fi - er, c1, d1)
        put(at &+ 2 &* s, fr - ei, fi + er, c2, d2)
      }
    }
  }

  @inline(__always)
  private func four<L: Lanes>(_: L.Type) {
    for p in 0..<m {
      let t = p &* s
      let (c1, d1, c2, d2) = (wr[t], wi[t], wr[2 &* t], wi[2 &* t])
      let (c3, d3) = (wr[3 &* t], wi[3 &* t])
      for q in stride(from: 0, to: s, by: L.width) {
        let from = q &+ s &* p
        let ar: L = real(from)
        let ai: L = imaginary(from)
        let br: L = real(from &+ s &* m)
        let bi: L = imaginary(from &+ s &* m)
        let cr: L = real(from &+ 2 &* s &* m)
        let ci: L = imaginary(from &+ 2 &* s &* m)
        let dr: L = real(from &+ 3 &* s &* m)
        let di: L = imaginary(from &+ 3 &* s &* m)
        let (er, ei, fr, fi) = (ar + cr, ai + ci, ar - cr, ai - ci)
        let (gr, gi, hr, hi) = (br + dr, bi + di, br - dr, bi - di)
        let at = q &+ 4 &* s &* p
        store(at, er + gr, ei + gi)
        put(at &+ s, fr + hi, fi - hr, c1, d1)
        put(at &+ 2 &* s, er - gr, ei - gi, c2, d2)
        put(at &+ 3 &* s, fr - hi, fi + hr, c3, d3)
      }
    }
  }

  @inline(__always)
  private func five<L: Lanes>(_: L.Type) {
    // cos and sin of 2π/5 and 4π/5.
    let root = 5.0.squareRoot()
    let (u1, u2) = ((root - 1) / 4, -(root + 1) / 4)
    let (v1, v2) = (((5 + root) / 8).squareRoot(), ((5 - root) / 8).squareRoot())
    for p in 0..<m {
      let t = p &* s
      let (c1, d1, c2, d2) = (wr[t], wi[t], wr[2 &* t], wi[2 &* t])
      let (c3, d3, c4, d4) = (wr[3 &* t], wi[3 &* t], wr[4 &* t], wi[4 &* t])
      for q in stride(from: 0, to: s, by: L.width) {
        let from = q &+ s &* p
        let ar: L = real(from)
        let ai: L = imaginary(from)
        let br: L = real(from &+ s &* m)
        let bi: L = imaginary(from &+ s &* m)
        let cr: L = real(from &+ 2 &* s &* m)
        let ci: L = imaginary(from &+ 2 &* s &* m)
        let dr: L = real(from &+ 3 &* s &* m)
        let di: L = imaginary(from &+ 3 &* s &* m)
        let er: L = real(from &+ 4 &* s &* m)
        let ei: L = imaginary(from &+ 4 &* s &* m)
        let (s1r, s1i, s2r, s2i) = (br + er, bi + ei, cr + dr, ci + di)
        let (t1r, t1i, t2r, t2i) = (br - er, bi - ei, cr - dr, ci - di)
        let (fr, fi) = (ar + s1r * u1 + s2r * u2, ai + s1i * u1 + s2i * u2)
        let (gr, gi) = (ar + s1r * u2 + s2r * u1, ai + s1i * u2 + s2i * u1)
        let (hr, hi) = (t1r * v1 + t2r * v2, t1i * v1 + t2i * v2)
        let (kr, ki) = (t1r * v2 - t2r * v1, t1i * v2 - t2i * v1)
        let at = q &+ 5 &* s &* p
        store(at, ar + s1r + s2r, ai + s1i + s2i)
        put(at &+ s, fr + hi, fi - hr, c1, d1)
        put(at &+ 2 &* s, gr + ki, gi - kr, c2, d2)
        put(at &+ 3 &* s, gr - ki, gi + kr, c3, d3)
        put(at &+ 4 &* s, fr - hi, fi + hr, c4, d4)
      }
    }
  }

  func generic(_ radix: Int) {
    let turn = count / radix
    for p in 0..<m {
      for j in 0..<radix {
        let (c, d) = (wr[p * j * s], wi[p * j * s])
        for q in 0..<s {
          var (re, im) = (0.0, 0.0)
          var phase = 0
          for k in 0..<radix {
            let a = q + s * (p + k * m)
            let (u, v) = (wr[phase * turn], wi[phase * turn])
            re += xr[a] * u - xi[a] * v
            im += xr[a] * v + xi[a] * u
            phase += j
            if phase >= radix { phase -= radix }
          }
          put(q + s * (radix * p + j), re, im, c, d)
        }
      }
    }
  }
}
