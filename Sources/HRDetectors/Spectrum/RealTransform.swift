internal import RealModule

/// Squared magnitudes of the discrete Fourier transform of real samples, for one power-of-two length.
///
/// Two real samples are packed into one complex one, transformed by Stockham's form in radix 4 (no bit reversal) and
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
    for pair in 0..<samples.count / 2 {
      real[pair] = samples[2 * pair]
      imaginary[pair] = samples[2 * pair + 1]
    }
    if let last = samples.last, samples.count % 2 == 1 { real[samples.count / 2] = last }
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

  /// Radix-4 passes from one pair of arrays to the other, and a radix-2 pass if the length's power of two is odd.
  private func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let total = real.count
    var outReal = real
    var outImaginary = imaginary
    var length = total
    var stride = 1
    while length > 1 {
      if length >= 4 {
        fourfold(
          real.span, imaginary.span, to: outReal.mutableSpan, outImaginary.mutableSpan, length: length,
          stride: stride)
        length /= 4
        stride *= 4
      } else {
        for q in 0..<stride {
          outReal[q] = real[q] + real[q + stride]
          outImaginary[q] = imaginary[q] + imaginary[q + stride]
          outReal[q + stride] = real[q] - real[q + stride]
          outImaginary[q + stride] = imaginary[q] - imaginary[q + stride]
        }
        length = 1
      }
      swap(&real, &outReal)
      swap(&imaginary, &outImaginary)
    }
  }

  private func fourfold(
    _ real: Span<Double>, _ imaginary: Span<Double>, to outReal: consuming MutableSpan<Double>,
    _ outImaginary: consuming MutableSpan<Double>, length: Int, stride: Int
  ) {
    let quarter = length / 4
    for p in 0..<quarter {
      // Twiddles of the half-length transform: 2πp / length, with count = 2 · total.
      let c1 = cosines[2 * p * stride]
      let s1 = sines[2 * p * stride]
      let c2 = cosines[4 * p * stride]
      let s2 = sines[4 * p * stride]
      let c3 = c1 * c2 - s1 * s2
      let s3 = c1 * s2 + s1 * c2
      for q in 0..<stride {
        let a = q + stride * p
        let b = a + stride * quarter
        let c = b + stride * quarter
        let d = c + stride * quarter
        let sumReal = real[a] + real[c]
        let sumImaginary = imaginary[a] + imaginary[c]
        let differenceReal = real[a] - real[c]
        let differenceImaginary = imaginary[a] - imaginary[c]
        let otherReal = real[b] + real[d]
        let otherImaginary = imaginary[b] + imaginary[d]
        // i · (b − d)
        let turnedReal = imaginary[d] - imaginary[b]
        let turnedImaginary = real[b] - real[d]

        let out = q + stride * 4 * p
        outReal[out] = sumReal + otherReal
        outImaginary[out] = sumImaginary + otherImaginary
        let x1 = differenceReal - turnedReal
        let y1 = differenceImaginary - turnedImaginary
        outReal[out + stride] = x1 * c1 - y1 * s1
        outImaginary[out + stride] = x1 * s1 + y1 * c1
        let x2 = sumReal - otherReal
        let y2 = sumImaginary - otherImaginary
        outReal[out + 2 * stride] = x2 * c2 - y2 * s2
        outImaginary[out + 2 * stride] = x2 * s2 + y2 * c2
        let x3 = differenceReal + turnedReal
        let y3 = differenceImaginary + turnedImaginary
        outReal[out + 3 * stride] = x3 * c3 - y3 * s3
        outImaginary[out + 3 * stride] = x3 * s3 + y3 * c3
      }
    }
  }
}
