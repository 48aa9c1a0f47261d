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

/// Limits of agreement of the quotient estimate over reference, for errors that grow in proportion to the rate.
///
/// The simple limits of log estimate − log reference, taken back (J. M. Bland and D. G. Altman, The Lancet
/// 327:307-310, 1986).
public struct RatioLimits: Equatable, Sendable {
  /// Geometric mean of the quotients; above 1 reads high.
  public let ratio: Double
  /// exp(mean ± 1.96 sd of the logarithms), divisor n − 1.
  public let limits: Interval

  /// - Returns: `nil` for fewer than two pairs or where a rate is not positive.
  public init?(_ pairs: PairedRates) {
    var arePositive = true
    pairs.forEach { arePositive = arePositive && $0.referenceBPM > 0 && $0.estimateBPM > 0 }
    guard arePositive else { return nil }
    let logarithms = pairs.values { Double.log($0.estimateBPM) - Double.log($0.referenceBPM) }
    // Logarithms are slow and are used in three passes.
    guard
      let simple = pairs.held == nil ? BlandAltman(errors: logarithms) : BlandAltman(errors: logarithms.made)
    else { return nil }
    ratio = Double.exp(simple.biasBPM)
    limits = Interval(low: Double.exp(simple.limitsBPM.low), high: Double.exp(simple.limitsBPM.high))
  }
}

/// Exact intervals of the simple limits of agreement, for normal and independent differences; in beats per minute.
///
/// A. Carkeet, Optom. Vis. Sci. 92:e71-e80, 2015. Every interval is bias ± factor × sd; the factors depend on
/// the number of pairs only. Only where each cluster has one pair are pairs independent.
public struct CarkeetLimits: Equatable, Sendable {
  /// Intervals of each limit by itself.
  public let lowerLimitIntervalBPM: Interval
  /// The interval of the upper limit by itself.
  public let upperLimitIntervalBPM: Interval
  /// Of the standard deviation: sd √((n − 1)/χ²), χ² the quantiles 0.975 and 0.025 of n − 1 degrees of freedom.
  public let sdIntervalBPM: Interval

  /// - Returns: `nil` where a cluster has more than one pair, or for fewer than two pairs.
  init?(_ pairs: PairedRates, simple: BlandAltman?) {
    guard pairs.clusterCount == pairs.count, let simple,
      let factors = Self.individualFactors(pairs: pairs.count),
      let low = ChiSquareDistribution.quantile(0.975, degreesOfFreedom: Double(pairs.count - 1)),
      let high = ChiSquareDistribution.quantile(0.025, degreesOfFreedom: Double(pairs.count - 1))
    else { return nil }
    let freedom = Double(pairs.count - 1)
    sdIntervalBPM = Interval(
      low: simple.sdBPM * Double.sqrt(freedom / low), high: simple.sdBPM * Double.sqrt(freedom / high))
    lowerLimitIntervalBPM = Interval(
      low: simple.biasBPM - factors.high * simple.sdBPM, high: simple.biasBPM - factors.low * simple.sdBPM)
    upperLimitIntervalBPM = Interval(
      low: simple.biasBPM + factors.low * simple.sdBPM, high: simple.biasBPM + factors.high * simple.sdBPM)
  }

  /// Factors of the interval that holds bias + 1.96 σ in 95 of 100 studies, inner and outer: quantiles 0.025
  /// and 0.975 of the noncentral t of n − 1 degrees of freedom and noncentrality 1.96 √n, over √n. `nil` for fewer than
  /// two pairs.
  public static func individualFactors(pairs: Int) -> Interval? {
    let n = Double(pairs)
    let noncentrality = limitFactor * Double.sqrt(n)
    guard pairs >= 2,
      let low = NoncentralStudent.quantile(0.025, degreesOfFreedom: n - 1, noncentrality: noncentrality),
      let high = NoncentralStudent.quantile(0.975, degreesOfFreedom: n - 1, noncentrality: noncentrality)
    else { return nil }
    return Interval(low: low / Double.sqrt(n), high: high / Double.sqrt(n))
  }
}
