internal import RealModule

/// Pass band of a filter; edges in hertz, at the gain that its prototype has at its edge.
public enum FilterBand: Equatable, Sendable {
  /// Band from 0 to the edge.
  case lowPass(Double)
  /// Band from the edge to half the sample rate.
  case highPass(Double)
  /// Band from the lower to the upper edge.
  case bandPass(Double, Double)

  package static func bandPass(_ range: ClosedRange<Double>) -> FilterBand {
    .bandPass(range.lowerBound, range.upperBound)
  }
}

/// A recursive filter as a cascade of sections (b0 + b1·z⁻¹ + b2·z⁻²) / (1 + a1·z⁻¹ + a2·z⁻²).
public struct SecondOrderSections: Equatable, Sendable {
  /// The coefficients of one section; its a0 is 1.
  public struct Section: Equatable, Sendable {
    /// Weights of the input (b) and of the output (a), at delays of 0, 1 and 2 samples.
    public var b0, b1, b2, a1, a2: Double
  }

  /// The sections, in the order of their application.
  public let sections: [Section]

  /// A filter of given sections.
  public init(sections: [Section]) { self.sections = sections }

  /// Butterworth filter by the prewarped bilinear transform; the same transfer function as SciPy's `butter`.
  ///
  /// A band-pass of order N has 2N poles. Sections are paired and scaled differently from SciPy's.
  /// - Returns: `nil` for an order below 1 or edges not increasing strictly inside 0…Nyquist.
  public static func butterworth(
    order: Int, band: FilterBand, sampleRate: Double
  ) -> SecondOrderSections? {
    guard order >= 1 else { return nil }
    return SecondOrderSections(.butterworth(order: order), band: band, sampleRate: sampleRate)
  }

  /// A prototype by the prewarped bilinear transform, as SciPy's `iirfilter` does.
  ///
  /// - Returns: `nil` for edges not increasing strictly inside 0…Nyquist.
  public init?(_ prototype: AnalogPrototype, band: FilterBand, sampleRate: Double) {
    guard sampleRate > 0 else { return nil }
    let edges: [Double]
    switch band {
    case .lowPass(let edge), .highPass(let edge): edges = [edge]
    case .bandPass(let low, let high): edges = [low, high]
    }
    guard edges.allSatisfy({ $0 > 0 && $0 < sampleRate / 2 }),
      edges[0] < edges[edges.count - 1] || edges.count == 1
    else { return nil }
    // Time is scaled so that the bilinear transform is s = (1 − z⁻¹) / (1 + z⁻¹).
    let warped = edges.map { Double.tan(Double.pi * $0 / sampleRate) }
    var result: [Section] =
      switch band {
      case .lowPass: prototype.lowPass(edge: warped[0])
      case .highPass: prototype.highPass(edge: warped[0])
      case .bandPass:
        prototype.bandPass(width: warped[1] - warped[0], centre: warped[0] * warped[1])
      }
    if prototype.gain != 1, !result.isEmpty {
      result[0].b0 *= prototype.gain
      result[0].b1 *= prototype.gain
      result[0].b2 *= prototype.gain
    }
    sections = result
  }
}

extension SecondOrderSections {
  /// |H(e^(2πi·f / fs))|², the gain of a sine's power.
  ///
  /// - Parameters:
  ///   - hertz: the sine's frequency f.
  ///   - sampleRate: fs, for which the filter was designed.
  public func powerGain(atHz hertz: Double, sampleRate: Double) -> Double {
    let angle = 2 * Double.pi * hertz / sampleRate
    let (c1, c2, s1, s2) = (
      Double.cos(angle), Double.cos(2 * angle), Double.sin(angle), Double.sin(2 * angle)
    )
    func square(_ p0: Double, _ p1: Double, _ p2: Double) -> Double {
      let (re, im) = (p0 + p1 * c1 + p2 * c2, p1 * s1 + p2 * s2)
      return re * re + im * im
    }
    return sections.reduce(1) { $0 * square($1.b0, $1.b1, $1.b2) / square(1, $1.a1, $1.a2) }
  }

  /// Takes single frequencies out: two zeros on the unit circle, two poles close behind (SciPy `iirnotch`).
  ///
  /// - Parameters:
  ///   - frequencies: those not strictly inside 0…Nyquist are left out.
  ///   - quality: of the first one, its frequency over its −3 dB width; all notches are as wide in hertz.
  ///   - sampleRate: in hertz.
  /// - Returns: `nil` when none is left.
  public static func notch(at frequencies: [Double], quality: Double, sampleRate: Double)
    -> SecondOrderSections?
  {
    guard let first = frequencies.first else { return nil }
    let tangent = Double.tan(Double.pi * first / quality / sampleRate)
    let gain = 1 / (1 + tangent)
    let sections = frequencies.filter { $0 > 0 && $0 < sampleRate / 2 }.map { frequency in
      let turn = -2 * Double.cos(2 * Double.pi * frequency / sampleRate) * gain
      return Section(b0: gain, b1: turn, b2: gain, a1: turn, a2: 2 * gain - 1)
    }
    return sections.isEmpty ? nil : SecondOrderSections(sections: sections)
  }
}
