internal import RealModule

/// Whether a mean differs from a value (W. S. Gosset, 1908); of cluster differences, the paired t test.
public struct StudentTest: Equatable, Sendable {
  /// (mean − value) / (s/√n), s with divisor n − 1.
  public let t: Double
  /// n − 1.
  public let degreesOfFreedom: Double
  /// Two-sided.
  public let p: Double
  /// P(T ≥ t): small where the mean lies above the value.
  let pAbove: Double
  /// P(T ≤ t): small where the mean lies below the value.
  let pBelow: Double

  /// - Returns: `nil` for fewer than two values or values that do not vary: their spread gives no standard error.
  public init?(_ values: [Double], against value: Double = 0) {
    guard let first = values.first, values.contains(where: { $0 != first }), let mean = mean(values),
      let variance = variance(values), variance > 0
    else { return nil }
    let t = (mean - value) / Double.sqrt(variance / Double(values.count))
    let freedom = Double(values.count - 1)
    guard let above = StudentDistribution.cdf(-t, degreesOfFreedom: freedom),
      let below = StudentDistribution.cdf(t, degreesOfFreedom: freedom)
    else { return nil }
    self.t = t
    degreesOfFreedom = freedom
    pAbove = above
    pBelow = below
    p = min(1, 2 * min(above, below))
  }
}

extension StudentTest {
  /// One-sided lower limit of the mean, mean − t s/√n (s with divisor n − 1); `nil` for fewer than two values, or values
  /// that do not vary.
  static func lowerLimit(_ values: [Double], level: Double) -> Double? {
    let number = Double(values.count)
    guard let center = mean(values), let spread = variance(values), spread > 0,
      let t = StudentDistribution.quantile(level, degreesOfFreedom: number - 1)
    else { return nil }
    return center - t * Double.sqrt(spread / number)
  }
}
