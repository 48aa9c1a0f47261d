internal import RealModule

/// The chance that a reading is right within 5 bpm, from six signs of a good one.
///
/// A logistic rule, fitted on synthetic and recorded windows (README.md says which), its log-odds then lowered by 1:
/// what has not been seen is rather worse than what has. Each sign enters by its logarithm with a floor that keeps it
/// finite.
struct FusionConfidence {
  static let withinBPM = 5.0

  /// Variance of the beats' likeness to their mean pulse.
  var noise: Double
  /// Mean square of the logarithm of interval over followed period.
  var spread: Double
  /// Mean change of the followed rate from frame to frame, hertz.
  var unrestHz: Double
  /// By how much the best way to another rate falls short (``RidgeWay/lead``).
  var lead: Double
  /// Evidence of others over that of the way (``RidgeWay/rivalry``).
  var rivalry: Double
  /// Mean evidence along the way (``RidgeWay/evidence``).
  var evidence: Double

  private static let constant = -7.848

  /// 0…1.
  var probability: Double {
    let sum =
      Self.constant - 0.672 * Double.log(noise + 0.01) - 1.235 * Double.log(spread + 0.002)
      - 0.273 * Double.log(unrestHz + 0.01) + 0.784 * Double.log(max(0, lead) + 1)
      - 0.74 * Double.log(rivalry + 0.1) + 1.195 * Double.log(max(0, evidence) + 0.3)
    return Self.chance(ofLogOdds: sum)
  }

  static func chance(ofLogOdds sum: Double) -> Double { 1 / (1 + Double.exp(-sum)) }
}
