/// A confidence interval in the unit of its figure.
public struct Interval: Equatable, Sendable {
  /// The lower end.
  public let low: Double
  /// The upper end.
  public let high: Double

  /// Creates an interval with these ends.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Creates an interval; `nil` where an end does not exist.
  package init?(ifAny low: Double?, _ high: Double?) {
    guard let low, let high else { return nil }
    self.init(low: low, high: high)
  }

  /// Creates the interval `center ± half`.
  init(_ center: Double, plusMinus half: Double) {
    self.init(low: center - half, high: center + half)
  }
}
