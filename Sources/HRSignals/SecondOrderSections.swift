internal import RealModule

/// Pass band of a Butterworth filter; edges (−3 dB) in hertz.
public enum ButterworthBand: Equatable, Sendable {
  case lowPass(Double)
  case highPass(Double)
  case bandPass(Double, Double)
}

/// A recursive filter as a cascade of sections (b0 + b1·z⁻¹ + b2·z⁻²) / (1 + a1·z⁻¹ + a2·z⁻²).
public struct SecondOrderSections: Equatable, Sendable {
  public struct Section: Equatable, Sendable {
    public var b0, b1, b2, a1, a2: Double
  }

  public let sections: [Section]

  public init(sections: [Section]) { self.sections = sections }

  /// Butterworth filter by the prewarped bilinear transform; the same transfer function as SciPy's `butter`.
  ///
  /// A band-pass of order N has 2N poles. Sections are paired and scaled differently from SciPy's.
  /// - Returns: `nil` for an order below 1 or edges not increasing strictly inside 0…Nyquist.
  public static func butterworth(
    order: Int, band: ButterworthBand, sampleRate: Double
  ) -> SecondOrderSections? {
    guard order >= 1, sampleRate > 0 else { return nil }
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
    var result: [Section] = []
    for k in 0..<((order + 1) / 2) {
      let angle = Double.pi * Double(2 * k + 1) / Double(2 * order)
      let isReal = 2 * k + 1 == order
      let pole = Root(re: isReal ? -1 : -Double.sin(angle), im: isReal ? 0 : Double.cos(angle))
      switch band {
      case .lowPass, .highPass:
        let w = warped[0]
        // Butterworth poles lie on a circle, so those of the high-pass are the same w·p.
        let p = Root(re: pole.re * w, im: pole.im * w)
        let isLow = band == .lowPass(edges[0])
        let sign: Double = isLow ? 1 : -1
        if isReal {
          let g = (isLow ? w : 1) / (1 - p.re)
          result.append(Section(b0: g, b1: sign * g, b2: 0, a1: -(1 + p.re) / (1 - p.re), a2: 0))
        } else {
          let g = (isLow ? w * w : 1) / p.distanceFromOneSquared
          result.append(p.conjugatePair(b0: g, b1: 2 * sign * g, b2: g))
        }
      case .bandPass:
        let (width, centre) = (warped[1] - warped[0], warped[0] * warped[1])
        let h = Root(re: pole.re * width / 2, im: pole.im * width / 2)
        let root = Root(re: h.re * h.re - h.im * h.im - centre, im: 2 * h.re * h.im).squareRoot
        let p = Root(re: h.re + root.re, im: h.im + root.im)
        let q = Root(re: h.re - root.re, im: h.im - root.im)
        if isReal && root.im == 0 {
          let g = width / ((1 - p.re) * (1 - q.re))
          let (u, v) = ((1 + p.re) / (1 - p.re), (1 + q.re) / (1 - q.re))
          result.append(Section(b0: g, b1: 0, b2: -g, a1: -(u + v), a2: u * v))
        } else {
          for one in isReal ? [p] : [p, q] {
            let g = width / one.distanceFromOneSquared
            result.append(one.conjugatePair(b0: g, b1: 0, b2: -g))
          }
        }
      }
    }
    return SecondOrderSections(sections: result)
  }
}

/// A pole in the scaled s-plane.
private struct Root {
  var re: Double
  var im: Double

  var distanceFromOneSquared: Double { (1 - re) * (1 - re) + im * im }

  var squareRoot: Root {
    let size = Double.hypot(re, im)
    if im == 0 { return re >= 0 ? Root(re: Double.sqrt(re), im: 0) : Root(re: 0, im: Double.sqrt(-re)) }
    let real = Double.sqrt(max(0, (size + re) / 2))
    let imaginary = Double.sqrt(max(0, (size - re) / 2))
    return Root(re: real, im: im < 0 ? -imaginary : imaginary)
  }

  /// The section whose poles are this one and its conjugate, mapped by z = (1 + s) / (1 − s).
  func conjugatePair(b0: Double, b1: Double, b2: Double) -> SecondOrderSections.Section {
    let scale = 1 / distanceFromOneSquared
    return SecondOrderSections.Section(
      b0: b0, b1: b1, b2: b2, a1: -2 * (1 - re * re - im * im) * scale,
      a2: ((1 + re) * (1 + re) + im * im) * scale)
  }
}
