internal import RealModule

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
