internal import RealModule

/// How likely a reading is right within 5 bpm, from four signs of a good one.
///
/// A logistic rule, fitted on synthetic and recorded windows (README.md says which). Each sign enters by its logarithm
/// with a floor that keeps it finite; less is better for all four.
enum FusionConfidence {
  static let withinBPM = 5.0

  private static let constant = -24.07
  private static let signs: [(weight: Double, floor: Double)] = [
    (-2.143, 0.01), (-2.221, 0.002), (-1.136, 0.005), (-2.425, 0.01),
  ]

  /// - Parameters:
  ///   - noise: variance of the beats' likeness to their mean pulse.
  ///   - spread: mean square of the logarithm of interval over followed period.
  ///   - disagreement: share by which the beats' rate differs from the mean of the followed rate.
  ///   - unrestHz: mean change of the followed rate from second to second.
  /// - Returns: 0…1.
  static func probability(noise: Double, spread: Double, disagreement: Double, unrestHz: Double) -> Double {
    var sum = constant
    for (sign, value) in zip(signs, [noise, spread, disagreement, unrestHz]) {
      sum += sign.weight * Double.log(value + sign.floor)
    }
    return 1 / (1 + Double.exp(-sum))
  }
}
