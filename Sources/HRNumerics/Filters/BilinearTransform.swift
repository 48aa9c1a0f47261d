internal import RealModule

/// Transforms the analogue low-pass to sections of digital filters. Time is scaled so that z = (1 + s) / (1 − s).
extension AnalogPrototype {
  func lowPass(edge w: Double) -> [SecondOrderSections.Section] {
    var sections = pairs.map { pair in
      let pole = Root(re: pair.re * w, im: pair.im * w)
      return pair.zero.map {
        pole.section(.imaginary($0 * w), gain: (pair.size / $0) * (pair.size / $0))
      }
        ?? pole.section(.infinite, gain: (w * pair.size) * (w * pair.size))
    }
    if let size = realPole {
      sections.append(Self.realSection(at: w * size, sign: 1, gain: w * size))
    }
    return sections
  }

  /// Replaces s by w / s.
  func highPass(edge w: Double) -> [SecondOrderSections.Section] {
    var sections = pairs.map { pair in
      // The conjugate of w / p.
      let scale = w / (pair.size * pair.size)
      let pole = Root(re: pair.re * scale, im: pair.im * scale)
      return pole.section(pair.zero.map { .imaginary(w / $0) } ?? .origin, gain: 1)
    }
    if let size = realPole { sections.append(Self.realSection(at: w / size, sign: -1, gain: 1)) }
    return sections
  }

  /// Replaces s by (s² + centre) / (width · s): each pole and zero becomes two.
  func bandPass(width: Double, centre: Double) -> [SecondOrderSections.Section] {
    var sections: [SecondOrderSections.Section] = []
    for pair in pairs {
      let (p, q) = Root(re: pair.re * width / 2, im: pair.im * width / 2).split(about: centre)
      if let zero = pair.zero {
        let half = zero * width / 2
        let upper = half + Double.sqrt(half * half + centre)
        let gain = pair.size / zero
        // The root that is added is below the real axis, so p is the pole of the lower flank.
        sections.append(p.section(.imaginary(centre / upper), gain: gain))
        sections.append(q.section(.imaginary(upper), gain: gain))
      } else {
        sections.append(p.section(.both, gain: width * pair.size))
        sections.append(q.section(.both, gain: width * pair.size))
      }
    }
    if let size = realPole {
      let (p, q) = Root(re: -size * width / 2, im: 0).split(about: centre)
      if p.im == 0 {
        let g = width * size / ((1 - p.re) * (1 - q.re))
        let (u, v) = ((1 + p.re) / (1 - p.re), (1 + q.re) / (1 - q.re))
        sections.append(.init(b0: g, b1: 0, b2: -g, a1: -(u + v), a2: u * v))
      } else {
        sections.append(p.section(.both, gain: width * size))
      }
    }
    return sections
  }

  /// A pole at −`size`; the sign is that of the zero's place, −1 or 1.
  private static func realSection(at size: Double, sign: Double, gain: Double)
    -> SecondOrderSections.Section
  {
    let g = gain / (1 + size)
    return .init(b0: g, b1: sign * g, b2: 0, a1: -(1 - size) / (1 + size), a2: 0)
  }
}

/// A point of the complex plane: a root of a polynomial, or a pole in the scaled s-plane.
struct Root {
  var re, im: Double

  static func + (a: Root, b: Root) -> Root { Root(re: a.re + b.re, im: a.im + b.im) }
  static func - (a: Root, b: Root) -> Root { Root(re: a.re - b.re, im: a.im - b.im) }
  static func * (a: Root, b: Root) -> Root {
    Root(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
  }

  var inverse: Root {
    let square = re * re + im * im
    return Root(re: re / square, im: -im / square)
  }

  /// Place of the two zeros that go with a pair of poles.
  enum Zeros {
    case infinite, origin
    /// One zero at 0, one at infinity.
    case both
    /// Zeros at ± this on the imaginary axis.
    case imaginary(Double)
  }

  /// The two s with s² − 2·self·s + centre = 0.
  func split(about centre: Double) -> (Root, Root) {
    let root = Root(re: re * re - im * im - centre, im: 2 * re * im).squareRoot
    return (self + root, self - root)
  }

  private var squareRoot: Root {
    let size = Double.hypot(re, im)
    if im == 0 {
      return re >= 0 ? Root(re: Double.sqrt(re), im: 0) : Root(re: 0, im: Double.sqrt(-re))
    }
    let real = Double.sqrt(max(0, (size + re) / 2))
    let imaginary = Double.sqrt(max(0, (size - re) / 2))
    return Root(re: real, im: im < 0 ? -imaginary : imaginary)
  }

  /// The section whose poles are this one and its conjugate, mapped by z = (1 + s) / (1 − s).
  func section(_ zeros: Zeros, gain: Double) -> SecondOrderSections.Section {
    let distance = (1 - re) * (1 - re) + im * im
    let (g, scale) = (gain / distance, 1 / distance)
    let (b0, b1, b2): (Double, Double, Double) =
      switch zeros {
      case .infinite: (g, 2 * g, g)
      case .origin: (g, -2 * g, g)
      case .both: (g, 0, -g)
      case .imaginary(let u): (g * (1 + u * u), -2 * g * (1 - u * u), g * (1 + u * u))
      }
    return .init(
      b0: b0, b1: b1, b2: b2, a1: -2 * (1 - re * re - im * im) * scale,
      a2: ((1 + re) * (1 + re) + im * im) * scale)
  }
}
