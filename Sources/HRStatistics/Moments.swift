internal import RealModule

/// Numbers that can be iterated repeatedly in one order, whether they are held or made in each pass.
protocol Walk {
  var count: Int { get }

  func walk(_ body: (Double) -> Void)
}

extension [Double]: Walk {
  func walk(_ body: (Double) -> Void) {
    for value in self { body(value) }
  }
}

/// Returns the arithmetic mean; `nil` without a value.
func mean(_ values: some Walk) -> Double? {
  guard values.count > 0 else { return nil }
  var sum = 0.0
  values.walk { sum += $0 }
  return sum / Double(values.count)
}

/// Returns the sum of squared deviations from the mean (two passes: Chan, Golub and LeVeque 1983, with their
/// correction term).
func squaredDeviations(_ values: some Walk) -> Double {
  guard let center = mean(values) else { return 0 }
  var squares = 0.0
  var rest = 0.0
  values.walk { value in
    squares += (value - center) * (value - center)
    rest += value - center
  }
  return max(0, squares - rest * rest / Double(values.count))
}

/// Returns the sample variance (divisor n − 1); `nil` for fewer than two values.
func variance(_ values: some Walk) -> Double? {
  guard values.count >= 2 else { return nil }
  return squaredDeviations(values) / Double(values.count - 1)
}

/// Squared deviations of both lists and their products about the means.
///
/// Lists whose values are all the same have exactly zero, regardless of the rounding of the mean.
struct Comoments {
  let meanX: Double
  let meanY: Double
  let xx: Double
  let yy: Double
  let xy: Double

  init(meanX: Double, meanY: Double, xx: Double, yy: Double, xy: Double) {
    (self.meanX, self.meanY, self.xx, self.yy, self.xy) = (meanX, meanY, xx, yy, xy)
  }

  /// - Returns: `nil` for no values.
  init?(_ x: [Double], _ y: [Double]) {
    self.init(count: x.count) { body in
      for index in x.indices { body(x[index], y[index]) }
    }
  }

  /// - Parameters:
  ///   - count: number of values of either list.
  ///   - walk: goes through both lists, each time in the same order.
  /// - Returns: `nil` for no values.
  init?(count: Int, walk: (_ body: (Double, Double) -> Void) -> Void) {
    guard count > 0 else { return nil }
    var (sumX, sumY) = (0.0, 0.0)
    var first: (x: Double, y: Double)?
    var (variesX, variesY) = (false, false)
    walk { x, y in
      sumX += x
      sumY += y
      if let first {
        variesX = variesX || x != first.x
        variesY = variesY || y != first.y
      } else {
        first = (x, y)
      }
    }
    let (meanX, meanY) = (sumX / Double(count), sumY / Double(count))
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    walk { x, y in
      let (a, b) = (x - meanX, y - meanY)
      xx += a * a
      yy += b * b
      xy += a * b
    }
    self.meanX = meanX
    self.meanY = meanY
    self.xx = variesX ? xx : 0
    self.yy = variesY ? yy : 0
    self.xy = variesX && variesY ? xy : 0
  }

  /// Product-moment correlation (K. Pearson, 1895), −1…1; `nil` where a list does not vary.
  var correlation: Double? {
    guard xx > 0, yy > 0 else { return nil }
    return min(1, max(-1, xy / (Double.sqrt(xx) * Double.sqrt(yy))))
  }

  /// Concordance correlation of `count` values (L. I-K. Lin, Biometrics 45:255-268, 1989) with divisors n − 1; `nil`
  /// where a list does not vary.
  func concordance(count: Double) -> Double? {
    guard xx > 0, yy > 0 else { return nil }
    let shift = meanX - meanY
    return 2 * xy / (xx + yy + (count - 1) * shift * shift)
  }

  /// Least-squares slope of y on x; `nil` where x does not vary.
  var slope: Double? {
    xx > 0 ? xy / xx : nil
  }
}
