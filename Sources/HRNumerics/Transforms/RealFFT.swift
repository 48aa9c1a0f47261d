internal import RealModule

/// Forward Fourier transform of real samples, unscaled: X[k] = Σ x[j]·e^(−2πi·jk/n) for k in 0…n/2.
///
/// The value holds the plan only, so tasks may share it; making one costs more than using it. Even lengths are packed
/// into n/2 complex points.
public struct RealFFT: Sendable {
  /// Length of the transform in samples.
  public let count: Int
  private let complex: ComplexTransform
  private var cosines: [Double] = []
  private var sines: [Double] = []

  /// Number of bins of a spectrum: n/2 + 1, rounded down.
  public var binCount: Int { count / 2 + 1 }

  /// - Parameter count: length of the transform; at least 1.
  public init(count: Int) {
    self.count = count
    let points = count % 2 == 0 ? count / 2 : count
    complex = ComplexTransform(count: points)
    for k in 0...(count / 2) {
      let angle = 2 * Double.pi * Double(k) / Double(count)
      cosines.append(Double.cos(angle))
      sines.append(-Double.sin(angle))
    }
  }

  /// Transforms at most `count` samples; missing ones count as zero. Outputs are resized to ``binCount``.
  public func transform(_ input: [Double], real: inout [Double], imaginary: inout [Double]) {
    if real.count != binCount { real = Array(repeating: 0, count: binCount) }
    if imaginary.count != binCount { imaginary = Array(repeating: 0, count: binCount) }
    real.withUnsafeMutableBufferPointer { re in
      imaginary.withUnsafeMutableBufferPointer { im in
        forEachBin(of: input) { bin, x, y in
          re[bin] = x
          im[bin] = y
        }
      }
    }
  }

  /// |X[k]|² for k in 0…n/2, unscaled and one-sided without doubling; shorter input is zero-padded.
  public func powerSpectrum(of samples: [Double], into power: inout [Double]) {
    if power.count != binCount { power = Array(repeating: 0, count: binCount) }
    power.withUnsafeMutableBufferPointer { out in
      forEachBin(of: samples) { bin, x, y in out[bin] = x * x + y * y }
    }
  }

  @inline(__always)
  private func forEachBin(
    of input: [Double], _ body: (_ bin: Int, _ real: Double, _ imaginary: Double) -> Void
  ) {
    precondition(input.count <= count, "the input fits the transform")
    let isPacked = count % 2 == 0
    let points = complex.count
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * points) { work in
      let re = UnsafeMutableBufferPointer(rebasing: work[..<points])
      let im = UnsafeMutableBufferPointer(rebasing: work[points...])
      input.withUnsafeBufferPointer { x in
        let full = isPacked ? x.count / 2 : x.count
        for k in 0..<full {
          re[k] = isPacked ? x[2 * k] : x[k]
          im[k] = isPacked ? x[2 * k + 1] : 0
        }
        for k in full..<points {
          re[k] = isPacked && 2 * k < x.count ? x[2 * k] : 0
          im[k] = 0
        }
      }
      complex.forward(re, im, filled: isPacked ? (input.count + 1) / 2 : input.count)
      guard isPacked else {
        for k in 0..<binCount { body(k, re[k], im[k]) }
        return
      }
      cosines.withUnsafeBufferPointer { c in
        sines.withUnsafeBufferPointer { s in
          // Bins k and n/2 − k come of the same two points.
          for k in 0...points / 2 {
            let mirror = points - k
            let other = k == 0 ? 0 : mirror
            let (er, ei) = (0.5 * (re[k] + re[other]), 0.5 * (im[k] - im[other]))
            let (or, oi) = (0.5 * (im[k] + im[other]), 0.5 * (re[other] - re[k]))
            let (tr, ti) = (or * c[k] - oi * s[k], or * s[k] + oi * c[k])
            body(k, er + tr, ei + ti)
            body(mirror, er - tr, ti - ei)
          }
        }
      }
    }
  }

  /// The next even number not below `n` (and not below 2) without prime factors above 5.
  public static func smoothCount(atLeast n: Int) -> Int {
    var candidate = max(2, n + n % 2)
    while true {
      var rest = candidate
      for prime in [2, 3, 5] { while rest % prime == 0 { rest /= prime } }
      if rest == 1 { return candidate }
      candidate += 2
    }
  }
}
