internal import RealModule

/// The multiple of the standard deviation that limits of agreement use: Φ⁻¹(0.975).
let limitFactor = 1.959963984540054

/// Limits of agreement as if every pair were independent; in beats per minute.
///
/// J. M. Bland and D. G. Altman, The Lancet 327(8476):307-310, 1986, and Stat. Methods Med. Res. 8:135-160,
/// 1999. Right when each cluster has one pair; with several, the intervals here are too narrow: see
/// ``RepeatedMeasuresAgreement``.
public struct BlandAltman: Equatable, Sendable {
  /// Mean of estimate minus reference; positive reads high.
  public let biasBPM: Double
  /// Sample standard deviation of the errors (divisor n − 1).
  public let sdBPM: Double
  /// bias ± 1.96 sd (Φ⁻¹(0.975), not rounded).
  public let limitsBPM: Interval
  /// sd √(1/n)
  public let biasStandardErrorBPM: Double
  /// sd √(1/n + z²/(2(n − 1))), as of 1999.
  public let limitStandardErrorBPM: Double
  /// 95 per cent intervals with that error and z.
  public let lowerLimitIntervalBPM: Interval
  /// The interval of the upper limit.
  public let upperLimitIntervalBPM: Interval
  /// 95 per cent interval of the bias with Student's t of n − 1 degrees of freedom.
  public let biasIntervalBPM: Interval

  /// - Returns: `nil` for fewer than two pairs, whose spread is undefined.
  public init?(_ pairs: PairedRates) {
    self.init(errors: pairs.errors)
  }

  init?(errors: some Walk) {
    guard let bias = mean(errors), let squared = variance(errors),
      let t = StudentDistribution.quantile(0.975, degreesOfFreedom: Double(errors.count - 1))
    else { return nil }
    let n = Double(errors.count)
    let sd = Double.sqrt(squared)
    let limits = Interval(bias, plusMinus: limitFactor * sd)
    biasBPM = bias
    sdBPM = sd
    limitsBPM = limits
    biasStandardErrorBPM = sd / Double.sqrt(n)
    limitStandardErrorBPM = sd * Double.sqrt(1 / n + limitFactor * limitFactor / (2 * (n - 1)))
    biasIntervalBPM = Interval(bias, plusMinus: t * biasStandardErrorBPM)
    lowerLimitIntervalBPM = Interval(limits.low, plusMinus: limitFactor * limitStandardErrorBPM)
    upperLimitIntervalBPM = Interval(limits.high, plusMinus: limitFactor * limitStandardErrorBPM)
  }
}
