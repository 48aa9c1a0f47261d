internal import RealModule

/// Student's test of whether a mean differs from a value (W. S. Gosset, 1908); of cluster differences, the paired t
/// test.
public struct StudentTest: Equatable, Sendable {
  /// (mean − value) / (s/√n), s with divisor n − 1.
  public let t: Double
  /// n − 1.
  public let degreesOfFreedom: Double
  /// Two-sided p.
  public let p: Double
  /// P(T ≥ t): small where the mean is above the value.
  let pAbove: Double
  /// P(T ≤ t): small where the mean is below the value.
  let pBelow: Double

  /// - Returns: `nil` for fewer than two values or values that do not vary: their spread gives no standard error.
  public init?(_ values: [Double], against value: Double = 0) {
    guard let center = mean(values), let error = Self.standardError(values) else { return nil }
    let t = (center - value) / error
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

  /// Returns the one-sided lower limit of the mean, mean − t s/√n; `nil` where there is no test.
  static func lowerLimit(_ values: [Double], level: Double) -> Double? {
    guard let center = mean(values), let error = standardError(values),
      let t = StudentDistribution.quantile(level, degreesOfFreedom: Double(values.count - 1))
    else { return nil }
    return center - t * error
  }

  /// Returns s/√n; `nil` where the values are all the same, regardless of the rounding of their mean.
  private static func standardError(_ values: [Double]) -> Double? {
    guard let first = values.first, values.contains(where: { $0 != first }),
      let variance = variance(values), variance > 0
    else { return nil }
    return Double.sqrt(variance / Double(values.count))
  }
}
