internal import RealModule

/// Probability that a wrist's reading is right within 5 bpm, from five signs.
///
/// A logistic rule, fitted as README.md describes. Its log-odds were then lowered by 1.75, since results on unseen
/// recordings are rather worse than on seen ones.
struct WristConfidence {
  /// Share of the belief about the rate, at the window's end.
  var share: Double
  /// The same, mean over the 10 s before.
  var lastingShare: Double
  /// Standard deviation of the belief at the window's end.
  var deviationHz: Double
  /// Mean evidence along the path.
  var evidence: Double
  /// Mean share of the spectra that motion leaves.
  var kept: Double

  private static let constant = -3.452

  /// 0…1.
  var probability: Double {
    let sum =
      Self.constant + 0.343 * Self.logOdds(share) + 0.171 * Self.logOdds(lastingShare)
      - 0.776 * Double.log(deviationHz + 0.01) + 1.036 * Double.log(max(0, evidence) + 0.3)
      + 0.535 * Double.log(kept + 0.02)
    return FusionConfidence.chance(ofLogOdds: sum)
  }

  /// Finite at 0 and 1.
  private static func logOdds(_ share: Double) -> Double { Double.log((share + 0.01) / (1.01 - share)) }
}
