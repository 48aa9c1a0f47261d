internal import RealModule

/// A 95 per cent interval of the concordance correlation by Fisher's z.
///
/// L. I-K. Lin, Biometrics 45:255-268, 1989, with the correction of 56:324-325, 2000; divisors n − 1 as in
/// ``ErrorMetrics/ccc``. Every pair counts as independent: right when each cluster has one.
public struct ConcordanceInterval: Equatable, Sendable {
  /// 2s_xy / (s²_x + s²_y + (x̄ − ȳ)²)
  public let ccc: Double
  /// 95 per cent.
  public let interval: Interval

  /// - Returns: `nil` for fewer than three pairs, where reference or estimate does not vary, where they are
  ///   uncorrelated to the last digit, or where they agree in everything.
  public init?(_ pairs: PairedRates) {
    self.init(pairs, comoments: pairs.comoments)
  }

  init?(_ pairs: PairedRates, comoments: Comoments?) {
    guard pairs.count >= 3, let comoments, let r = comoments.correlation, r != 0,
      let z = NormalDistribution.quantile(0.975)
    else { return nil }
    let n = Double(pairs.count)
    let shift = comoments.meanX - comoments.meanY
    let concordance = 2 * comoments.xy / (comoments.xx + comoments.yy + (n - 1) * shift * shift)
    // (x̄ − ȳ)² / (s_x s_y)
    let location = (n - 1) * shift * shift / Double.sqrt(comoments.xx * comoments.yy)
    let (c, squared) = (concordance, concordance * concordance)
    guard squared < 1 else { return nil }
    let ofCorrelation = (1 - r * r) * squared * (1 - squared) / (r * r)
    let ofLocation =
      2 * squared * c * (1 - c) * location / r - squared * squared * location * location / (2 * r * r)
    let variance = (ofCorrelation + ofLocation) / (n - 2) / ((1 - squared) * (1 - squared))
    guard variance >= 0 else { return nil }
    let (center, reach) = (Double.atanh(c), z * Double.sqrt(variance))
    ccc = c
    interval = Interval(low: Double.tanh(center - reach), high: Double.tanh(center + reach))
  }
}
