internal import RealModule

/// Prior knowledge of the rate before a window is read.
struct RatePrior: Sendable {
  let rateHz: Double
  /// Evidence at the rate; it falls as a bell curve of this width.
  let weight: Double
  let widthHz: Double

  func evidence(atHz frequency: Double) -> Double {
    let distance = (frequency - rateHz) / widthHz
    return weight * Double.exp(-0.5 * distance * distance)
  }
}
