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
    guard pairs.referenceBPM.allSatisfy({ $0 > 0 }), pairs.estimateBPM.allSatisfy({ $0 > 0 }) else {
      return nil
    }
    let logarithms = zip(pairs.estimateBPM, pairs.referenceBPM).map { Double.log($0) - Double.log($1) }
    guard let simple = BlandAltman(errors: logarithms) else { return nil }
    ratio = Double.exp(simple.biasBPM)
    limits = Interval(low: Double.exp(simple.limitsBPM.low), high: Double.exp(simple.limitsBPM.high))
  }
}
