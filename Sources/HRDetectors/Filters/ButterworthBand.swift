internal import RealModule

/// A Butterworth band-pass as a cascade of second-order sections, and its state.
///
/// Design: poles of the analogue prototype, moved to the band, then to the z-plane by the bilinear transform with both
/// edges pre-warped, so that the power is halved exactly at them (A. V. Oppenheim and R. W. Schafer, Discrete-Time
/// Signal Processing, chapter 7). Sections run in transposed direct form II.
struct ButterworthBand: Sendable {
  /// `b₀ + b₁z⁻¹ + b₂z⁻²` over `1 + a₁z⁻¹ + a₂z⁻²`, with its two delays.
  private struct Section: Sendable {
    var b0: Double
    var b1: Double
    var b2: Double
    var a1: Double
    var a2: Double
    var delay1 = 0.0
    var delay2 = 0.0

    mutating func push(_ x: Double) -> Double {
      let y = b0 * x + delay1
      delay1 = b1 * x - a1 * y + delay2
      delay2 = b2 * x - a2 * y
      return y
    }

    /// The frequency response at an angle of 0…π per sample.
    func response(_ angle: Double) -> Complex {
      let once = Complex(Double.cos(angle), -Double.sin(angle))
      let twice = Complex(Double.cos(2 * angle), -Double.sin(2 * angle))
      let top = Complex(b0, 0) + once.scaled(b1) + twice.scaled(b2)
      let bottom = Complex(1, 0) + once.scaled(a1) + twice.scaled(a2)
      return top / bottom
    }

    mutating func scale(_ gain: Double) {
      b0 *= gain
      b1 *= gain
      b2 *= gain
    }
  }

  private var sections: [Section]
  private let sampleRate: Double
  /// Subtracted from every sample: the first one pushed, so that an offset causes no start-up swing.
  private var level: Double?

  /// - Parameter order: poles of each edge.
  /// - Returns: where the band reaches to half the rate or beyond, the high-pass at its lower edge: what lies above that
  ///   is all in band. `nil` where the lower edge lies there too.
  init?(order: Int, bandHz: ClosedRange<Double>, sampleRate: Double) {
    guard order > 0, bandHz.lowerBound > 0, bandHz.lowerBound < sampleRate / 2 else { return nil }
    self.sampleRate = sampleRate
    let warp = { (hertz: Double) in 2 * sampleRate * Double.tan(Double.pi * hertz / sampleRate) }
    let low = warp(bandHz.lowerBound)
    let prototype = (0..<order).map { k -> Complex in
      let angle = Double.pi * Double(2 * k + 1 + order) / Double(2 * order)
      return Complex(Double.cos(angle), Double.sin(angle))
    }

    var analogue: [Complex] = []
    let isBandPass = bandHz.upperBound < sampleRate / 2
    // Where the response is 1: the band's centre, or half the rate.
    var unityAngle = Double.pi
    if isBandPass {
      let high = warp(bandHz.upperBound)
      for pole in prototype {
        let shifted = pole.scaled((high - low) / 2)
        let root = (shifted * shifted - Complex(low * high, 0)).squareRoot
        analogue += [shifted + root, shifted - root]
      }
      unityAngle = 2 * Double.atan(Double.sqrt(low * high) / (2 * sampleRate))
    } else {
      analogue = prototype.map { Complex(low, 0) / $0 }
    }
    let rate = Complex(2 * sampleRate, 0)
    let poles = analogue.map { (rate + $0) / (rate - $0) }

    // Conjugate pairs share a section; what is left on the real axis is paired in its order, the last one alone.
    let tiny = 1e-10
    let zeroAtMinusOne = isBandPass ? 1.0 : -1
    sections = poles.filter { $0.imaginary > tiny }.map {
      Section(
        b0: 1, b1: isBandPass ? 0 : -2, b2: -zeroAtMinusOne, a1: -2 * $0.real,
        a2: $0.real * $0.real + $0.imaginary * $0.imaginary)
    }
    let onAxis = poles.filter { abs($0.imaginary) <= tiny }.map(\.real).sorted()
    for index in stride(from: 0, to: onAxis.count, by: 2) {
      if index + 1 < onAxis.count {
        sections.append(
          Section(
            b0: 1, b1: isBandPass ? 0 : -2, b2: -zeroAtMinusOne, a1: -(onAxis[index] + onAxis[index + 1]),
            a2: onAxis[index] * onAxis[index + 1]))
      } else {
        sections.append(Section(b0: 1, b1: -1, b2: 0, a1: -onAxis[index], a2: 0))
      }
    }
    for index in sections.indices { sections[index].scale(1 / sections[index].response(unityAngle).length) }
  }

  /// The next sample through the filter.
  mutating func push(_ sample: Double) -> Double {
    let first = level ?? sample
    level = first
    var value = sample - first
    for index in sections.indices { value = sections[index].push(value) }
    return value
  }

  /// A whole signal, forward in time, from a filter at rest on its first sample.
  func filtered(_ samples: [Double]) -> [Double] {
    guard let first = samples.first else { return [] }
    var values = samples.map { $0 - first }
    for section in sections {
      var state = section
      state.delay1 = 0
      state.delay2 = 0
      for index in values.indices { values[index] = state.push(values[index]) }
    }
    return values
  }

  /// A whole signal, forward and backward: no delay, the response squared.
  ///
  /// Both ends are prolonged by up to 3 · (2 · sections + 1) samples mirrored through the end points (odd extension).
  func zeroPhase(_ samples: [Double]) -> [Double] {
    guard let first = samples.first, let last = samples.last else { return [] }
    let padding = min(3 * (2 * sections.count + 1), samples.count - 1)
    let before = (0..<padding).map { 2 * first - samples[padding - $0] }
    let after = (0..<padding).map { 2 * last - samples[samples.count - 2 - $0] }
    let backward = filtered(Array(filtered(before + samples + after).reversed()))
    return Array(backward.reversed()[padding..<(padding + samples.count)])
  }

  /// Seconds by which a sine comes out late; negative early.
  func phaseDelay(atHz frequency: Double) -> Double {
    let angle = 2 * Double.pi * frequency / sampleRate
    let phase = sections.reduce(0) { sum, section in
      let response = section.response(angle)
      return sum + Double.atan2(y: response.imaginary, x: response.real)
    }
    return -phase / (2 * Double.pi * frequency)
  }
}

/// As much complex arithmetic as a filter design needs.
private struct Complex {
  var real: Double
  var imaginary: Double

  init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  var length: Double { Double.hypot(real, imaginary) }

  func scaled(_ factor: Double) -> Complex { Complex(factor * real, factor * imaginary) }

  /// The root on the right half-plane.
  var squareRoot: Complex {
    let real = Double.sqrt(max(0, (length + self.real) / 2))
    let imaginary = Double.sqrt(max(0, (length - self.real) / 2))
    return Complex(real, self.imaginary < 0 ? -imaginary : imaginary)
  }

  static func + (a: Complex, b: Complex) -> Complex { Complex(a.real + b.real, a.imaginary + b.imaginary) }
  static func - (a: Complex, b: Complex) -> Complex { Complex(a.real - b.real, a.imaginary - b.imaginary) }
  static func * (a: Complex, b: Complex) -> Complex {
    Complex(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }
  static func / (a: Complex, b: Complex) -> Complex {
    let square = b.real * b.real + b.imaginary * b.imaginary
    return Complex(
      (a.real * b.real + a.imaginary * b.imaginary) / square,
      (a.imaginary * b.real - a.real * b.imaginary) / square)
  }
}
