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
  private var chirp: [ChirpTransform] = []

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
      chirp = [ChirpTransform(count: count)]
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
  func forward(_ real: UnsafeMutableBufferPointer<Double>, _ imaginary: UnsafeMutableBufferPointer<Double>) {
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
              xr: xr, xi: xi, yr: yr, yi: yi, wr: wr, wi: wi, count: count, m: length / radix, s: stride)
            switch radix {
            case 4: pass.four()
            case 2: pass.two()
            case 3: pass.three()
            case 5: pass.five()
            default: pass.generic(radix)
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

  @inline(__always)
  private func put(_ at: Int, _ re: Double, _ im: Double, _ c: Double, _ d: Double) {
    yr[at] = re * c - im * d
    yi[at] = re * d + im * c
  }

  func two() {
    for p in 0..<m {
      let c = wr[p * s]
      let d = wi[p * s]
      for q in 0..<s {
        let a = q + s * p
        let b = a + s * m
        let at = q + s * 2 * p
        yr[at] = xr[a] + xr[b]
        yi[at] = xi[a] + xi[b]
        put(at + s, xr[a] - xr[b], xi[a] - xi[b], c, d)
      }
    }
  }

  func four() {
    for p in 0..<m {
      let t = p * s
      let (c1, d1, c2, d2, c3, d3) = (wr[t], wi[t], wr[2 * t], wi[2 * t], wr[3 * t], wi[3 * t])
      for q in 0..<s {
        let a = q + s * p
        let (b, c, d) = (a + s * m, a + 2 * s * m, a + 3 * s * m)
        let (er, ei) = (xr[a] + xr[c], xi[a] + xi[c])
        let (fr, fi) = (xr[a] - xr[c], xi[a] - xi[c])
        let (gr, gi) = (xr[b] + xr[d], xi[b] + xi[d])
        let (hr, hi) = (xr[b] - xr[d], xi[b] - xi[d])
        let at = q + s * 4 * p
        yr[at] = er + gr
        yi[at] = ei + gi
        put(at + s, fr + hi, fi - hr, c1, d1)
        put(at + 2 * s, er - gr, ei - gi, c2, d2)
        put(at + 3 * s, fr - hi, fi + hr, c3, d3)
      }
    }
  }

  func three() {
    let half = 3.0.squareRoot() / 2
    for p in 0..<m {
      let t = p * s
      let (c1, d1, c2, d2) = (wr[t], wi[t], wr[2 * t], wi[2 * t])
      for q in 0..<s {
        let a = q + s * p
        let (b, c) = (a + s * m, a + 2 * s * m)
        let (sr, si) = (xr[b] + xr[c], xi[b] + xi[c])
        let (er, ei) = (half * (xr[b] - xr[c]), half * (xi[b] - xi[c]))
        let (fr, fi) = (xr[a] - 0.5 * sr, xi[a] - 0.5 * si)
        let at = q + s * 3 * p
        yr[at] = xr[a] + sr
        yi[at] = xi[a] + si
        put(at + s, fr + ei, fi - er, c1, d1)
        put(at + 2 * s, fr - ei, fi + er, c2, d2)
      }
    }
  }

  func five() {
    // cos and sin of 2π/5 and 4π/5.
    let root = 5.0.squareRoot()
    let (u1, u2) = ((root - 1) / 4, -(root + 1) / 4)
    let (v1, v2) = (((5 + root) / 8).squareRoot(), ((5 - root) / 8).squareRoot())
    for p in 0..<m {
      let t = p * s
      let (c1, d1, c2, d2) = (wr[t], wi[t], wr[2 * t], wi[2 * t])
      let (c3, d3, c4, d4) = (wr[3 * t], wi[3 * t], wr[4 * t], wi[4 * t])
      for q in 0..<s {
        let a = q + s * p
        let (b, c, d, e) = (a + s * m, a + 2 * s * m, a + 3 * s * m, a + 4 * s * m)
        let (s1r, s1i, s2r, s2i) = (xr[b] + xr[e], xi[b] + xi[e], xr[c] + xr[d], xi[c] + xi[d])
        let (t1r, t1i, t2r, t2i) = (xr[b] - xr[e], xi[b] - xi[e], xr[c] - xr[d], xi[c] - xi[d])
        let (er, ei) = (xr[a] + u1 * s1r + u2 * s2r, xi[a] + u1 * s1i + u2 * s2i)
        let (fr, fi) = (xr[a] + u2 * s1r + u1 * s2r, xi[a] + u2 * s1i + u1 * s2i)
        let (gr, gi) = (v1 * t1r + v2 * t2r, v1 * t1i + v2 * t2i)
        let (hr, hi) = (v2 * t1r - v1 * t2r, v2 * t1i - v1 * t2i)
        let at = q + s * 5 * p
        yr[at] = xr[a] + s1r + s2r
        yi[at] = xi[a] + s1i + s2i
        put(at + s, er + gi, ei - gr, c1, d1)
        put(at + 2 * s, fr + hi, fi - hr, c2, d2)
        put(at + 3 * s, fr - hi, fi + hr, c3, d3)
        put(at + 4 * s, er - gi, ei + gr, c4, d4)
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
