internal import RealModule

/// 95 per cent intervals of the repeated-measures limits of agreement (``RepeatedMeasuresAgreement``), from
/// clusters alone; in beats per minute.
///
/// Each cluster is left out in turn (the jackknife: J. W. Tukey, Ann. Math. Stat. 29:614, 1958). Pairs within one
/// need not be independent: errors may persist from window to window. That gives a standard error of the
/// bias and one of the logarithm of the total variance, each with Student's t of k − 1 degrees of freedom; the
/// two are put together by the method of variance estimates recovery (G. Y. Zou, Stat. Methods Med. Res.
/// 22:630-642, 2013).
///
/// They hold where errors are roughly normal, and clusters alike; where the data say otherwise (``LimitDoubts``) no
/// interval is given. How often they hold the truth, for twelve kinds of studies: docs/explanation/coverage.md.
public struct LimitIntervals: Equatable, Sendable {
  /// The interval of the lower limit.
  public let lowerLimitBPM: Interval
  /// The interval of the upper limit.
  public let upperLimitBPM: Interval
  /// The interval of the standard deviation between and within clusters together: s/c … s c, c the factor of the
  /// spread.
  public let sdBPM: Interval

  /// Largest factor of the spread: √(2/χ²) at 0.025 of two degrees of freedom, χ² = −2 ln 0.975. The spread is thus
  /// never taken to be known worse than from three values. Where one cluster makes nearly all of the variance, the
  /// logarithm would have no bounds.
  private static let mostFactor = Double.sqrt(-1 / Double.log(0.975))

  /// - Returns: `nil` for fewer clusters than ``ClusterBootstrap/leastClusters``, or where without some cluster
  ///   the limits or their spread do not exist.
  init?(_ parts: ClusterComponents?, limits: RepeatedMeasuresAgreement?) {
    guard let parts, let limits, parts.counts.count >= ClusterBootstrap.leastClusters else { return nil }
    let k = Double(parts.counts.count)
    // Relative to the pooled mean, so that sums of squares can be reduced by a cluster without losing digits.
    let whole = Sums(parts)
    var biases: [Double] = []
    var logarithms: [Double] = []
    for index in parts.counts.indices {
      guard let left = whole.figures(without: index, of: parts), left.variance > 0 else { return nil }
      biases.append(left.bias)
      logarithms.append(Double.log(left.variance))
    }
    let (z, s) = (limitFactor, limits.sdBPM)
    guard let t = StudentDistribution.quantile(0.975, degreesOfFreedom: k - 1) else { return nil }
    let ofBias = t * Self.standardError(biases)
    let factor = min(Double.exp(t * Self.standardError(logarithms) / 2), Self.mostFactor)
    let outer = Double.hypot(ofBias, z * (s * factor - s))
    let inner = Double.hypot(ofBias, z * (s - s / factor))
    lowerLimitBPM = Interval(low: limits.limitsBPM.low - outer, high: limits.limitsBPM.low + inner)
    upperLimitBPM = Interval(low: limits.limitsBPM.high - inner, high: limits.limitsBPM.high + outer)
    sdBPM = Interval(low: s / factor, high: s * factor)
  }

  private init(lower: Interval, upper: Interval, sd: Interval) {
    (lowerLimitBPM, upperLimitBPM, sdBPM) = (lower, upper, sd)
  }

  /// Returns the same intervals with ends no further out than an error can be.
  func capped(at reach: Double) -> Self {
    Self(
      lower: lowerLimitBPM.capped(at: reach), upper: upperLimitBPM.capped(at: reach),
      sd: sdBPM.capped(at: reach))
  }

  /// Returns √((k − 1)/k Σ(θᵢ − θ̄)²) of the figures without each cluster.
  private static func standardError(_ figures: [Double]) -> Double {
    let k = Double(figures.count)
    return Double.sqrt((k - 1) / k * squaredDeviations(figures))
  }

  /// Sums over clusters from which one can be taken away; cluster means are relative to the pooled mean.
  private struct Sums {
    private var pairs = 0.0
    private var squaredCounts = 0.0
    private var total = 0.0
    private var ofMeans = 0.0
    private var within = 0.0
    private var clusters = 0.0

    init(_ parts: ClusterComponents) {
      for index in parts.counts.indices { add(index, of: parts, sign: 1) }
    }

    private mutating func add(_ index: Int, of parts: ClusterComponents, sign: Double) {
      let (count, mean) = (parts.counts[index], parts.means[index] - parts.pooledMean)
      clusters += sign
      pairs += sign * count
      squaredCounts += sign * count * count
      total += sign * count * mean
      ofMeans += sign * count * mean * mean
      within += sign * parts.squaresWithin[index]
    }

    /// Returns the bias relative to the pooled mean, and the sum of the variances between and within; `nil` where a
    /// divisor is 0.
    func figures(without index: Int, of parts: ClusterComponents) -> (bias: Double, variance: Double)? {
      var rest = self
      rest.add(index, of: parts, sign: -1)
      let (n, k) = (rest.pairs, rest.clusters)
      guard n > k, k >= 2 else { return nil }
      let meanSquareWithin = max(0, rest.within) / (n - k)
      let meanSquareBetween = max(0, rest.ofMeans - rest.total * rest.total / n) / (k - 1)
      let size = (n * n - rest.squaredCounts) / ((k - 1) * n)
      return (rest.total / n, max(0, (meanSquareBetween - meanSquareWithin) / size) + meanSquareWithin)
    }
  }
}

/// 95 per cent intervals of the 2.5th and 97.5th percentile of the errors, over clusters; in beats per minute.
///
/// R. S. Woodruff, J. Am. Stat. Assoc. 47:635-646, 1952: the interval of the share of errors up to the
/// percentile, its error from the clusters' own shares and Student's t of k − 1 degrees of freedom, is read off
/// the sorted errors. No shape is assumed.
///
/// A 2.5th percentile is made by a few of the clusters, which says little of how it would be with others: with 6 clusters
/// it holds in 50 to 80 of 100 studies. ``Score`` has it only from ``leastEffective`` effective clusters on.
public struct PercentileLimitIntervals: Equatable, Sendable {
  /// Least effective number of clusters (``PairedRates/effectiveClusterCount``) for intervals of a row.
  public static let leastEffective = 20.0

  /// Interval of the 2.5th percentile. An end beyond the share of all errors is the outermost error.
  public let lowerBPM: Interval
  /// The interval of the 97.5th percentile.
  public let upperBPM: Interval

  /// - Returns: `nil` for fewer clusters than ``ClusterBootstrap/leastClusters``.
  init?(_ pairs: PairedRates, order: ErrorOrder) {
    let counts = pairs.counts
    func interval(_ share: Double) -> Interval? {
      guard let limit = order.quantile(share),
        let t = StudentDistribution.quantile(0.975, degreesOfFreedom: Double(counts.count - 1))
      else { return nil }
      var within = [Double](repeating: 0, count: counts.count)
      pairs.forEach { if $0.errorBPM <= limit { within[$0.cluster] += 1 } }
      let (total, k) = (Double(pairs.count), Double(counts.count))
      let whole = within.reduce(0, +) / total
      let squares = zip(within, counts).reduce(0) { sum, own in
        let rest = own.0 - whole * own.1
        return sum + rest * rest
      }
      let reach = t * Double.sqrt(k / (k - 1) * squares) / total
      return order.quantiles(max(0, share - reach), min(1, share + reach))
    }
    guard counts.count >= ClusterBootstrap.leastClusters, let lower = interval(0.025),
      let upper = interval(0.975)
    else { return nil }
    lowerBPM = lower
    upperBPM = upper
  }
}
