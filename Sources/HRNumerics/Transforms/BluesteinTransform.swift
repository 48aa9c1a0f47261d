internal import RealModule

/// Fourier transform of any length as a circular convolution with a chirp (L. I. Bluestein, 1970).
struct BluesteinTransform: Sendable {
  private let count: Int
  private let inner: ComplexTransform
  private var chirpReal: [Double] = []
  private var chirpImaginary: [Double] = []
  private var kernelReal: [Double]
  private var kernelImaginary: [Double]

  init(count: Int) {
    self.count = count
    var size = 1
    while size < 2 * count - 1 { size *= 2 }
    kernelReal = Array(repeating: 0, count: size)
    kernelImaginary = kernelReal
    for k in 0..<count {
      // k² is reduced modulo 2n first, so that the angle stays exact for long transforms.
      let angle = Double.pi * Double(k * k % (2 * count)) / Double(count)
      chirpReal.append(Double.cos(angle))
      chirpImaginary.append(-Double.sin(angle))
      for at in [k, (size - k) % size] {
        kernelReal[at] = chirpReal[k]
        kernelImaginary[at] = -chirpImaginary[k]
      }
    }
    inner = ComplexTransform(count: size)
    inner.forward(&kernelReal, &kernelImaginary)
  }

  func forward(
    _ real: UnsafeMutableBufferPointer<Double>, _ imaginary: UnsafeMutableBufferPointer<Double>
  ) {
    let size = kernelReal.count
    var workReal = [Double](repeating: 0, count: size)
    var workImaginary = workReal
    for k in 0..<size {
      workReal[k] = k < count ? real[k] * chirpReal[k] - imaginary[k] * chirpImaginary[k] : 0
      workImaginary[k] = k < count ? real[k] * chirpImaginary[k] + imaginary[k] * chirpReal[k] : 0
    }
    inner.forward(&workReal, &workImaginary)
    // Conjugating before and after turns the second forward transform into the inverse one.
    for k in 0..<size {
      let re = workReal[k] * kernelReal[k] - workImaginary[k] * kernelImaginary[k]
      workImaginary[k] = -(workReal[k] * kernelImaginary[k] + workImaginary[k] * kernelReal[k])
      workReal[k] = re
    }
    inner.forward(&workReal, &workImaginary)
    let scale = 1 / Double(size)
    for k in 0..<count {
      let (re, im) = (workReal[k] * scale, -workImaginary[k] * scale)
      real[k] = re * chirpReal[k] - im * chirpImaginary[k]
      imaginary[k] = re * chirpImaginary[k] + im * chirpReal[k]
    }
  }
}
