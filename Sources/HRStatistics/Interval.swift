/// A confidence interval in the unit of its figure.
public struct Interval: Equatable, Sendable {
  public let low: Double
  public let high: Double

  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// `center ± half`
  init(_ center: Double, plusMinus half: Double) {
    self.init(low: center - half, high: center + half)
  }
}
