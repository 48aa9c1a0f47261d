internal import RealModule

/// Intraclass correlation of reference and estimate: the share of all variance that is between pairs.
///
/// Two-way analysis of variance with two columns, single ratings (P. E. Shrout and J. L. Fleiss, Psychol. Bull.
/// 86:420-428, 1979; names as there). The intervals count every pair as independent: right when each cluster
/// has one.
public struct IntraclassCorrelation: Equatable, Sendable {
  /// ICC(2,1), absolute agreement: a constant difference of the two counts against it.
  public let agreement: Double
  /// ICC(3,1), consistency: a constant difference does not count.
  public let consistency: Double
  /// 95 per cent intervals (K. O. McGraw and S. P. Wong, Psychol. Methods 1:30-46, 1996, with F quantiles);
  /// `nil` where the error mean square is 0.
  public let agreementInterval: Interval?
  /// 95 per cent, as ``agreementInterval``.
  public let consistencyInterval: Interval?

  /// - Returns: `nil` for fewer than two pairs, or where no rate differs from another.
  public init?(_ pairs: PairedRates) {
    self.init(pairs, comoments: pairs.comoments)
  }

  init?(_ pairs: PairedRates, comoments: Comoments?) {
    guard pairs.count >= 2, let comoments else { return nil }
    let n = Double(pairs.count)
    let squares = MeanSquares(comoments, count: n)
    guard let found = squares.correlations else { return nil }
    let (rows, rest) = (squares.rows, squares.rest)
    agreement = found.agreement
    consistency = found.consistency
    consistencyInterval = Self.consistencyInterval(rows: rows, rest: rest, n: n)
    agreementInterval = Self.agreementInterval(
      found.agreement, rows: rows, columns: squares.columns, rest: rest, n: n)
  }

  private static func consistencyInterval(rows: Double, rest: Double, n: Double) -> Interval? {
    guard rest > 0, let f = FDistribution.quantile(0.975, n - 1, n - 1) else { return nil }
    func share(_ quotient: Double) -> Double { (quotient - 1) / (quotient + 1) }
    return Interval(low: share(rows / rest / f), high: share(rows / rest * f))
  }

  /// Returns the interval with the degrees of freedom of F. E. Satterthwaite (1946) for the columns' part.
  private static func agreementInterval(
    _ figure: Double, rows: Double, columns: Double, rest: Double, n: Double
  ) -> Interval? {
    guard rest > 0, figure < 1 else { return nil }
    let ofColumns = 2 * figure / (n * (1 - figure)) * columns
    let ofRest = (1 + 2 * figure * (n - 1) / (n * (1 - figure))) * rest
    let sum = ofColumns + ofRest
    let freedom = sum * sum / (ofColumns * ofColumns + ofRest * ofRest / (n - 1))
    guard let first = FDistribution.quantile(0.975, n - 1, freedom),
      let second = FDistribution.quantile(0.975, freedom, n - 1)
    else { return nil }
    let bottom = 2 * columns + (n - 2) * rest
    return Interval(
      low: n * (rows - first * rest) / (first * bottom + n * rows),
      high: n * (second * rows - rest) / (bottom + n * second * rows))
  }
}

/// Mean squares of rows (pairs), columns (reference, estimate) and what is left, with two columns.
struct MeanSquares {
  let rows, columns, rest: Double
  private let count: Double

  /// - Parameters:
  ///   - comoments: of reference and estimate.
  ///   - count: pairs, at least 2.
  init(_ comoments: Comoments, count n: Double) {
    let shift = comoments.meanX - comoments.meanY
    rows = (comoments.xx + comoments.yy + 2 * comoments.xy) / (2 * (n - 1))
    columns = n * shift * shift / 2
    rest = max(0, (comoments.xx + comoments.yy - 2 * comoments.xy) / (2 * (n - 1)))
    count = n
  }

  /// ICC(2,1) and ICC(3,1); `nil` where no rate differs from another.
  var correlations: (agreement: Double, consistency: Double)? {
    let whole = rows + rest + 2 * (columns - rest) / count
    guard rows + rest > 0, whole > 0 else { return nil }
    return ((rows - rest) / whole, (rows - rest) / (rows + rest))
  }
}

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
      let concordance = comoments.concordance(count: Double(pairs.count)),
      let z = NormalDistribution.quantile(0.975)
    else { return nil }
    let n = Double(pairs.count)
    let shift = comoments.meanX - comoments.meanY
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
