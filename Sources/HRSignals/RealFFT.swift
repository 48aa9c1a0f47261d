internal import RealModule

/// Forward Fourier transform of real samples, unscaled: X[k] = Σ x[j]·e^(−2πi·jk/n) for k in 0…n/2.
///
/// The value holds plan and scratch; give each task its own. Even lengths are packed into n/2 complex points.
public struct RealFFT: Sendable {
  public let count: Int
  private var complex: ComplexTransform
  private var workReal: [Double]
  private var workImaginary: [Double]
  private var outReal: [Double]
  private var outImaginary: [Double]
  private var cosines: [Double] = []
  private var sines: [Double] = []

  /// Number of bins of a spectrum: n/2 + 1, rounded down.
  public var binCount: Int { count / 2 + 1 }

  /// - Parameter count: length of the transform; at least 1.
  public init(count: Int) {
    self.count = count
    let points = count % 2 == 0 ? count / 2 : count
    complex = ComplexTransform(count: points)
    workReal = Array(repeating: 0, count: points)
    workImaginary = workReal
    outReal = Array(repeating: 0, count: count / 2 + 1)
    outImaginary = outReal
    for k in 0...(count / 2) {
      let angle = 2 * Double.pi * Double(k) / Double(count)
      cosines.append(Double.cos(angle))
      sines.append(-Double.sin(angle))
    }
  }

  /// Transforms at most `count` samples; missing ones count as zero. Outputs are resized to ``binCount``.
  public mutating func transform(
    _ input: [Double], real: inout [Double], imaginary: inout [Double]
  ) {
    precondition(input.count <= count, "the input fits the transform")
    if real.count != binCount { real = Array(repeating: 0, count: binCount) }
    if imaginary.count != binCount { imaginary = Array(repeating: 0, count: binCount) }
    let points = workReal.count
    guard count % 2 == 0 else {
      for k in 0..<points {
        workReal[k] = k < input.count ? input[k] : 0
        workImaginary[k] = 0
      }
      complex.forward(&workReal, &workImaginary)
      for k in 0..<binCount {
        real[k] = workReal[k]
        imaginary[k] = workImaginary[k]
      }
      return
    }
    let full = input.count / 2
    for k in 0..<full {
      workReal[k] = input[2 * k]
      workImaginary[k] = input[2 * k + 1]
    }
    for k in full..<max(full, points) {
      workReal[k] = 2 * k < input.count ? input[2 * k] : 0
      workImaginary[k] = 0
    }
    complex.forward(&workReal, &workImaginary)
    for k in 0...points {
      let (a, b) = (k == points ? 0 : k, k == 0 ? 0 : points - k)
      let (er, ei) = (workReal[a] + workReal[b], workImaginary[a] - workImaginary[b])
      let (or, oi) = (workImaginary[a] + workImaginary[b], workReal[b] - workReal[a])
      real[k] = 0.5 * (er + or * cosines[k] - oi * sines[k])
      imaginary[k] = 0.5 * (ei + or * sines[k] + oi * cosines[k])
    }
  }

  /// |X[k]|² for k in 0…n/2, unscaled and one-sided without doubling; shorter input is zero-padded.
  public mutating func powerSpectrum(of samples: [Double], into power: inout [Double]) {
    // Taken out for the call, so that the arrays are not copied by overlapping access.
    var (re, im) = ([Double](), [Double]())
    swap(&re, &outReal)
    swap(&im, &outImaginary)
    transform(samples, real: &re, imaginary: &im)
    if power.count != binCount { power = Array(repeating: 0, count: binCount) }
    for k in 0..<binCount { power[k] = re[k] * re[k] + im[k] * im[k] }
    swap(&re, &outReal)
    swap(&im, &outImaginary)
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
