internal import RealModule

/// Squared magnitudes of the discrete Fourier transform of real samples, for one power-of-two length.
///
/// Two real samples are packed into one complex one, transformed by Stockham's radix-2 form (no bit reversal) and
/// taken apart again; W. T. Cochran et al., "What is the fast Fourier transform?", Proc. IEEE 55(10), 1967.
struct RealTransform: Sendable {
  /// Samples per transform; a power of two, at least 2.
  let count: Int
  /// cos and −sin of 2πk / count for k below half of it.
  private let cosines: [Double]
  private let sines: [Double]

  init(count: Int) {
    precondition(count >= 2 && count & (count - 1) == 0, "a power of two")
    self.count = count
    let angles = (0..<count / 2).map { 2 * Double.pi * Double($0) / Double(count) }
    cosines = angles.map { Double.cos($0) }
    sines = angles.map { -Double.sin($0) }
  }

  static func powerOfTwo(notBelow count: Int) -> Int {
    var power = 2
    while power < count { power *= 2 }
    return power
  }

  static func powerOfTwo(notAbove count: Int) -> Int {
    var power = 2
    while power * 2 <= count { power *= 2 }
    return power
  }

  /// - Parameter samples: at most ``count``; zeros are appended.
  /// - Returns: |X|² for the frequencies 0…count / 2, in units of the samples squared; no divisor.
  func squaredMagnitudes(of samples: [Double]) -> [Double] {
    precondition(samples.count <= count)
    let half = count / 2
    var real = [Double](repeating: 0, count: half)
    var imaginary = real
    for index in samples.indices {
      if index % 2 == 0 { real[index / 2] = samples[index] } else { imaginary[index / 2] = samples[index] }
    }
    transform(&real, &imaginary)

    var powers = [Double](repeating: 0, count: half + 1)
    for k in 0...half {
      let a = k == half ? 0 : k
      let b = k == 0 ? 0 : half - k
      let evenReal = 0.5 * (real[a] + real[b])
      let evenImaginary = 0.5 * (imaginary[a] - imaginary[b])
      let oddReal = 0.5 * (imaginary[a] + imaginary[b])
      let oddImaginary = 0.5 * (real[b] - real[a])
      let c = k == half ? -1 : cosines[k]
      let s = k == half ? 0 : sines[k]
      let x = evenReal + c * oddReal - s * oddImaginary
      let y = evenImaginary + c * oddImaginary + s * oddReal
      powers[k] = x * x + y * y
    }
    return powers
  }

  private func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let total = real.count
    var outReal = real
    var outImaginary = imaginary
    var length = total
    var stride = 1
    while length > 1 {
      let half = length / 2
      for p in 0..<half {
        // Twiddle of the half-length transform: 2πp / length with count = 2 · total.
        let c = cosines[2 * p * stride]
        let s = sines[2 * p * stride]
        for q in 0..<stride {
          let a = q + stride * p
          let b = a + stride * half
          let sumPlace = q + stride * 2 * p
          let differenceReal = real[a] - real[b]
          let differenceImaginary = imaginary[a] - imaginary[b]
          outReal[sumPlace] = real[a] + real[b]
          outImaginary[sumPlace] = imaginary[a] + imaginary[b]
          outReal[sumPlace + stride] = differenceReal * c - differenceImaginary * s
          outImaginary[sumPlace + stride] = differenceReal * s + differenceImaginary * c
        }
      }
      swap(&real, &outReal)
      swap(&imaginary, &outImaginary)
      length = half
      stride *= 2
    }
  }
}
