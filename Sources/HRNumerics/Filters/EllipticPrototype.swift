internal import RealModule

extension AnalogPrototype {
  /// Equal ripples inside and outside the band: the steepest flank an order can have (W. Cauer, 1931).
  ///
  /// The edge is the end of the band's ripple. S. J. Orfanidis, Lecture Notes on Elliptic Filter Design, 2006, by way
  /// of the nome: q = q₁^(1/order) turns the modulus of the two ripples into that of the flank.
  public static func elliptic(
    order: Int, rippleDecibels: Double, attenuationDecibels: Double
  ) -> AnalogPrototype {
    precondition(
      order >= 1 && rippleDecibels > 0 && attenuationDecibels > rippleDecibels,
      "an elliptic filter has a pole, and damps more outside its band than inside")
    let ripple = Self.ripple(rippleDecibels)
    guard order > 1 else { return AnalogPrototype(pairs: [], realPole: 1 / ripple) }
    let n = Double(order)
    // The ripples' modulus is small and is its complement's complement.
    let ratio = ripple / Self.ripple(attenuationDecibels)
    let ratioQuarter = EllipticModulus(modulus: ratio, complement: Double.sqrt((1 - ratio) * (1 + ratio)))
    let flank = EllipticModulus(
      nome: Double.exp(
        -Double.pi * ratioQuarter.complementary.quarterPeriod / ratioQuarter.quarterPeriod / n)
    )
    let depth =
      flank.quarterPeriod / (n * ratioQuarter.quarterPeriod)
      * ratioQuarter.complementary.argument(ofTangent: 1 / ripple)
    let v = flank.complementary.functions(at: depth)

    var pairs: [Pair] = []
    var realPole: Double?
    for j in stride(from: order - 1, through: 0, by: -2) {
      let u = flank.functions(at: Double(j) / n * flank.quarterPeriod)
      let scale = 1 / (1 - u.dn * u.dn * v.sn * v.sn)
      let (re, im) = (-u.cn * u.dn * v.sn * v.cn * scale, u.sn * v.dn * scale)
      if j == 0 {
        realPole = -re
      } else {
        pairs.append(
          Pair(re: re, im: im, size: Double.hypot(re, im), zero: 1 / (flank.modulus * u.sn)))
      }
    }
    return AnalogPrototype(pairs: pairs, realPole: realPole, gain: evenGain(order, ripple))
  }
}

/// The modulus k of elliptic functions with its complement √(1 − k²), which rounding would lose.
private struct EllipticModulus {
  let modulus: Double
  let complement: Double
}

extension EllipticModulus {
  /// Creates the modulus from the nome exp(−π K′/K), by theta functions.
  init(nome q: Double) {
    var (two, three, four) = (1.0, 1.0, 1.0)
    var n = 1.0
    while n < 40 {
      let (square, between) = (Double.pow(q, n * n), Double.pow(q, n * (n + 1)))
      two += between
      three += 2 * square
      four += (n.truncatingRemainder(dividingBy: 2) == 0 ? 2 : -2) * square
      if square < 1e-18 { break }
      n += 1
    }
    modulus = 4 * Double.sqrt(q) * (two / three) * (two / three)
    complement = (four / three) * (four / three)
  }

  var complementary: EllipticModulus { EllipticModulus(modulus: complement, complement: modulus) }

  /// Complete integral of the first kind, by the arithmetic-geometric mean.
  var quarterPeriod: Double {
    var (a, b) = (1.0, complement)
    while abs(a - b) > 1e-15 * a { (a, b) = ((a + b) / 2, Double.sqrt(a * b)) }
    return Double.pi / 2 / a
  }

  /// The u with sn u / cn u equal to a positive tangent: an incomplete integral of the first kind, by B. C. Carlson's
  /// duplication (1979).
  func argument(ofTangent tangent: Double) -> Double {
    let sineSquared = tangent * tangent / (1 + tangent * tangent)
    let cosineSquared = 1 / (1 + tangent * tangent)
    var (x, y, z) = (cosineSquared, cosineSquared + complement * complement * sineSquared, 1.0)
    while max(x, y, z) - min(x, y, z) > 1e-8 * z {
      let (a, b, c) = (Double.sqrt(x), Double.sqrt(y), Double.sqrt(z))
      let step = a * b + b * c + c * a
      (x, y, z) = ((x + step) / 4, (y + step) / 4, (z + step) / 4)
    }
    return Double.sqrt(sineSquared) / Double.sqrt((x + y + z) / 3)
  }

  /// Jacobi's functions of a real argument, by descending Landen steps.
  func functions(at u: Double) -> (sn: Double, cn: Double, dn: Double) {
    var (a, b, c) = (1.0, complement, modulus)
    var ratios: [Double] = []
    var doubling = 1.0
    while c > 1e-16 * a, ratios.count < 40 {
      (a, b, c) = ((a + b) / 2, Double.sqrt(a * b), (a - b) / 2)
      ratios.append(c / a)
      doubling *= 2
    }
    var angle = doubling * a * u
    for ratio in ratios.reversed() { angle = (angle + Double.asin(ratio * Double.sin(angle))) / 2 }
    let (sn, cn) = (Double.sin(angle), Double.cos(angle))
    return (sn, cn, Double.sqrt(complement * complement + modulus * modulus * cn * cn))
  }
}
