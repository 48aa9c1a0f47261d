internal import RealModule

/// Forward complex Fourier transform X[k] = Σ x[j]·e^(−2πi·jk/n), unscaled, with its twiddles and scratch.
///
/// Stockham autosort with radices 4, 2, 3, 5 and generic odd primes; lengths with a prime factor above 50 go
/// through Bluestein's chirp convolution (L. I. Bluestein, 1970) on a power of two.
struct ComplexTransform: Sendable {
  let count: Int
  private var radices: [Int] = []
  private var cosines: [Double] = []
  private var sines: [Double] = []
  private var scratchReal: [Double]
  private var scratchImaginary: [Double]
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
    scratchReal = Array(repeating: 0, count: count)
    scratchImaginary = scratchReal
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
  mutating func forward(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == count && imaginary.count == count, "one value per point")
    guard chirp.isEmpty else { return chirp[0].forward(&real, &imaginary) }
    var length = count
    var stride = 1
    for radix in radices {
      pass(radix, length: length, stride: stride, real, imaginary)
      swap(&real, &scratchReal)
      swap(&imaginary, &scratchImaginary)
      length /= radix
      stride *= radix
    }
  }

  /// One Stockham pass from the arguments into the scratch arrays.
  private mutating func pass(
    _ radix: Int, length: Int, stride: Int, _ real: [Double], _ imaginary: [Double]
  ) {
    let count = count
    real.withUnsafeBufferPointer { xr in
      imaginary.withUnsafeBufferPointer { xi in
        cosines.withUnsafeBufferPointer { wr in
          sines.withUnsafeBufferPointer { wi in
            scratchReal.withUnsafeMutableBufferPointer { yr in
              scratchImaginary.withUnsafeMutableBufferPointer { yi in
                let step = Pass(
                  xr: xr, xi: xi, yr: yr, yi: yi, wr: wr, wi: wi, count: count,
                  m: length / radix, s: stride)
                switch radix {
                case 4: step.four()
                case 2: step.two()
                default: step.generic(radix)
                }
              }
            }
          }
        }
      }
    }
  }
}

/// Butterflies of one pass: input x[q + s(p + km)], output y[q + s(rp + j)], twiddle w^(p·j·s).
private struct Pass {
  let xr: UnsafeBufferPointer<Double>
  let xi: UnsafeBufferPointer<Double>
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
