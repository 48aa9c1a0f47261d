internal import RealModule

/// Errors of estimates from their references, over the windows that have both.
///
/// Every window counts the same, whichever cluster it is from. Rates in beats per minute, shares 0…1.
public struct ErrorMetrics: Equatable, Sendable {
  /// Windows with reference and estimate.
  public let count: Int
  /// Clusters that these windows are from.
  public let clusterCount: Int
  /// Mean of estimate minus reference; positive reads high.
  public let biasBPM: Double
  /// Sample standard deviation of the errors (divisor n − 1); `nil` for one pair.
  public let sdBPM: Double?
  /// Mean absolute error.
  public let maeBPM: Double
  /// Median absolute error; of an even number the mean of the middle two.
  public let medianAEBPM: Double
  /// Root of the mean squared error (divisor n), bias included.
  public let rmseBPM: Double
  /// 100 times the mean of |error| over reference; `nil` where a reference is not positive.
  public let mapePercent: Double?
  /// Product-moment correlation (K. Pearson, 1895); `nil` where reference or estimate does not vary.
  public let pearson: Double?
  /// Pearson's correlation of the average ranks (C. Spearman, 1904); `nil` where either does not vary.
  public let spearman: Double?
  /// Concordance (L. I-K. Lin, Biometrics 45:255-268, 1989) with divisors n − 1 (the paper has n):
  /// 2s_xy / (s²_x + s²_y + (x̄ − ȳ)²); `nil` where reference or estimate does not vary.
  public let ccc: Double?
  /// 95th percentile of the absolute error, linear between order statistics (Hyndman and Fan's type 7).
  public let p95AEBPM: Double
  /// Share of windows with |error| ≤ max(withinBPM, withinPercent of the reference).
  public let withinToleranceShare: Double
  /// Share of windows with |error| ≤ withinBPM.
  public let withinBPMShare: Double

  /// - Returns: `nil` for no pairs.
  public init?(_ pairs: PairedRates, tolerance: Tolerance = Tolerance()) {
    self.init(pairs, tolerance: tolerance, order: ErrorOrder(pairs), comoments: pairs.comoments)
  }

  /// - Parameter comoments: of reference and estimate.
  init?(_ pairs: PairedRates, tolerance: Tolerance, order: ErrorOrder, comoments: Comoments?) {
    guard let bias = mean(pairs.errors), let median = order.absoluteQuantile(0.5),
      let p95 = order.absoluteQuantile(0.95), let comoments
    else { return nil }
    let total = Double(pairs.count)
    count = pairs.count
    clusterCount = pairs.clusterCount
    biasBPM = bias
    sdBPM = variance(pairs.errors).map { Double.sqrt($0) }
    medianAEBPM = median
    p95AEBPM = p95

    var (absolutes, squares, ratios) = (0.0, 0.0, 0.0)
    var (inside, insideBPM) = (0, 0)
    var ratiosExist = true
    pairs.forEach { pair in
      let (error, reference) = (pair.errorBPM, pair.referenceBPM)
      let size = abs(error)
      absolutes += size
      squares += error * error
      if reference > 0 { ratios += size / reference } else { ratiosExist = false }
      if tolerance.allows(error, at: reference) { inside += 1 }
      if size <= tolerance.withinBPM { insideBPM += 1 }
    }
    maeBPM = absolutes / total
    rmseBPM = Double.sqrt(squares / total)
    mapePercent = ratiosExist ? 100 * ratios / total : nil
    withinToleranceShare = Double(inside) / total
    withinBPMShare = Double(insideBPM) / total

    pearson = comoments.correlation
    spearman = comoments.correlation == nil ? nil : pairs.rankCorrelation
    ccc = comoments.concordance(count: total)
  }
}
