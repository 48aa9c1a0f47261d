internal import RealModule

/// Probability that a reading is right within 5 bpm, from four signs of a good one: beats that are alike, intervals
/// that follow the rate path, low likeness between the beats, and enough of them.
///
/// A logistic rule of the logarithms of the first two, each with a floor that keeps it finite, and of their product:
/// noise makes beats unlike and a restless rhythm makes intervals uneven, but a sequence in which both are so is mostly
/// the wrong one. It was fitted on synthetic and recorded windows (named in README.md). Its log-odds were then lowered
/// by 1, since results on unseen recordings are rather worse than on seen ones. The likeness between beats multiplies
/// the probability: by 1 up to 0.7 of a beat, by a quarter from 0.95 on, linear between. So does their number: by 0.8
/// for none to 1 from ten on. Noise may pass for a few beats, but not for long at one rate.
struct FusionConfidence {
  static let withinBPM = 5.0

  /// Variance of the beats' likeness to their mean pulse.
  var noise: Double
  /// Mean square of the logarithm of interval over followed period.
  var spread: Double
  /// ``BeatRivals/height``.
  var rival: Double
  /// Beats in the window and, as long as the rate was the same, before it, as far as spectra show that rate.
  var beats: Double

  private static let constant = -15.814
  private static let rivals = 0.7...0.95
  private static let leastShare = 0.25
  private static let enoughBeats = 10.0
  private static let leastOfFewBeats = 0.8

  /// 0…1.
  var probability: Double {
    let sum =
      Self.constant - 0.644 * Double.log(noise + 0.01) - 1.185 * Double.log(spread + 0.002)
      - 1.981 * Double.log(noise * spread + 0.002)
    return Self.chance(ofLogOdds: sum) * Self.rivals.factor(fallingTo: Self.leastShare, at: rival)
      * (Self.leastOfFewBeats + (1 - Self.leastOfFewBeats) * min(beats / Self.enoughBeats, 1))
  }

  static func chance(ofLogOdds sum: Double) -> Double { 1 / (1 + Double.exp(-sum)) }
}

/// Probability that a wrist's reading is right within 5 bpm, from five signs.
///
/// A logistic rule, fitted as README.md describes. Its log-odds were then lowered by 2.25, since results on unseen
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

  private static let constant = -3.952

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
