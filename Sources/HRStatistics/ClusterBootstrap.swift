internal import HRNumerics
internal import RealModule

/// Intervals of the mean error and the mean absolute error from resampling whole clusters.
///
/// B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapters 12.5 and 12.6 (bootstrap-t) and 14
/// (BCa). Clusters are drawn with replacement, all pairs of a drawn cluster together; the figure is the quotient of
/// summed errors and summed counts. Each resample is compared with the figure in units of its own standard error, so
/// that few clusters and clusters that differ strongly widen the interval. For the MAE the logarithm is compared (R.
/// Tibshirani, Biometrika 75:433-444, 1988): where a few clusters have large errors, its spread grows with it, and on
/// its own scale the lower end would often be below 0.
///
/// In simulations of 12 to 40 clusters with 20 to 150 windows each, errors correlated up to 0.8 from window to
/// window, intervals of 95 per cent held the true bias in 94 to 95 of 100 studies and the true MAE in 92 to 95,
/// whether clusters differed little, much or in their spread; with 5 to 8 clusters in 93 to 94 and in 91 to 94.
/// Means of clusters that are very skewed show their tail too seldom: the MAE is held in 88 to 90. Where one
/// cluster in ten is ten times as far off as the others, so that a dozen may have none of these, no interval
/// helps: 62 of 100 with 12 clusters, 87 with 40. Oracles/mae_intervals.json compares six rules for the MAE.
public enum ClusterBootstrap {
  /// Least number of clusters for an interval.
  public static let leastClusters = 5
  /// Default number of resamples.
  public static let resamples = 2000

  /// The intervals of both figures, by both methods.
  public struct Intervals: Equatable, Sendable {
    /// Bootstrap-t interval in beats per minute. Clusters that all have the same figure give that figure at both
    /// ends.
    public let biasBPM: Interval
    /// Bootstrap-t interval of the mean absolute error, on the scale of its logarithm: above 0, but where every
    /// error is 0, which gives 0 at both ends.
    public let maeBPM: Interval
    /// Bias-corrected and accelerated percentiles, by the jackknife over clusters; `nil` where all resamples are on
    /// one side of the figure or the figure does not change with its clusters.
    public let biasBCaBPM: Interval?
    /// BCa interval of the mean absolute error; `nil` as ``biasBCaBPM`` is.
    public let maeBCaBPM: Interval?
  }

  /// - Parameters:
  ///   - pairs: rates and their clusters.
  ///   - seed: the same seed and pairs give the same intervals.
  ///   - resamples: number of resamples.
  ///   - level: between 0 and 1, the share of repeated studies whose interval should hold the true figure.
  /// - Returns: `nil` with fewer than ``leastClusters``.
  public static func intervals(
    _ pairs: PairedRates, seed: UInt64, resamples: Int = resamples, level: Double = 0.95
  ) -> Intervals? {
    precondition(resamples > 0 && level > 0 && level < 1, "resamples and a level between 0 and 1")
    guard pairs.clusterCount >= leastClusters else { return nil }
    let sums = ClusterSums(of: pairs)
    let whole = sums.absolutes.reduce(0, +) / Double(pairs.count)
    let size = whole.isFinite ? whole : 0
    guard let bias = ClusterQuotient(sums.sums, counts: sums.counts, of: size),
      let mae = ClusterQuotient(sums.absolutes, counts: sums.counts, of: size),
      let most = StudentDistribution.quantile((1 + level) / 2, degreesOfFreedom: 2)
    else { return nil }
    let number = pairs.clusterCount
    let clusters = DrawnSums.clusters(counts: sums.counts, bias: bias.residuals, mae: mae.residuals)
    var stream = RandomStream(seed: seed, ["cluster bootstrap"])
    var (biases, biasScores, maes, maeScores) = ([Double](), [Double](), [Double](), [Double]())
    for _ in 0..<resamples {
      var drawn = DrawnSums()
      func add(_ place: Double) -> Double {
        let index = min(number - 1, Int(saturating: place))
        drawn.add(clusters[index])
        return place - Double(index)
      }
      // Two clusters from each number: its 53 bits suffice for both, and drawing takes most of the time.
      for first in stride(from: 0, to: number, by: 2) {
        let rest = add(stream.uniform() * Double(number))
        if first + 1 < number { _ = add(rest * Double(number)) }
      }
      let biasChange = bias.change(drawn.bias / drawn.count)
      let maeChange = mae.change(drawn.mae / drawn.count)
      biases.append(biasChange)
      maes.append(maeChange)
      biasScores.append(score(biasChange, standardError: drawn.biasStandardError(number), most: most))
      maeScores.append(
        score(
          maeChange, ofLogarithm: mae.figure, standardError: drawn.maeStandardError(number), most: most))
    }
    let tail = (1 - level) / 2
    guard let biasInterval = studentized(bias, scores: AscendingOrder(biasScores).values, tail: tail),
      let maeInterval = studentized(ofLogarithm: mae, scores: AscendingOrder(maeScores).values, tail: tail)
    else { return nil }
    return Intervals(
      biasBPM: biasInterval, maeBPM: maeInterval,
      biasBCaBPM: corrected(AscendingOrder(biases).values, of: bias, counts: sums.counts, tail: tail),
      maeBCaBPM: corrected(AscendingOrder(maes).values, of: mae, counts: sums.counts, tail: tail))
  }

  /// Returns the distance of a resample from the figure in its own standard errors: 0 where it does not differ, at
  /// most `most` either way.
  ///
  /// If one cluster differs strongly from the others, resamples without it hardly vary and their score has no
  /// bounds. A resample of equal clusters has no standard error and an infinite score. With `most`, Student's t of two
  /// degrees of freedom, the spread between clusters is never taken to be known worse than from three of them.
  static func score(_ change: Double, standardError: Double, most: Double) -> Double {
    if change == 0 { return 0 }
    guard standardError > 0 else { return change < 0 ? -most : most }
    return min(most, max(-most, change / standardError))
  }

  /// Returns the score of the logarithm, whose standard error is that of the figure over the figure itself. A resample
  /// without any error, whose logarithm has no bounds, has the score −`most`.
  ///
  /// - Parameters:
  ///   - change: the resample's figure minus `figure`; 0 where they are equal.
  ///   - figure: of all clusters, above 0 where any resample differs from it.
  ///   - standardError: the resample's own, of its figure.
  ///   - most: bound of the score either way.
  static func score(
    _ change: Double, ofLogarithm figure: Double, standardError: Double, most: Double
  ) -> Double {
    if change == 0 { return 0 }
    let resampled = figure + change
    guard resampled > ClusterQuotient.rounding * figure else { return -most }
    guard standardError > 0 else { return change < 0 ? -most : most }
    return min(most, max(-most, Double.log(resampled / figure) * resampled / standardError))
  }

  /// Returns figure × exp(−t × standard error / figure), t the upper and the lower quantile of the resamples' scores;
  /// 0 at both ends for a figure of 0.
  static func studentized(
    ofLogarithm quotient: ClusterQuotient, scores sorted: [Double], tail: Double
  ) -> Interval? {
    guard quotient.figure != 0 else { return Interval(low: 0, high: 0) }
    let relative = quotient.standardError / quotient.figure
    return quantiles(tail, 1 - tail, ofSorted: sorted).map { t in
      Interval(
        low: quotient.figure * Double.exp(-t.high * relative),
        high: quotient.figure * Double.exp(-t.low * relative))
    }
  }

  /// Returns figure − t × standard error, t the upper and the lower quantile of the resamples' scores.
  static func studentized(_ quotient: ClusterQuotient, scores sorted: [Double], tail: Double) -> Interval? {
    quantiles(tail, 1 - tail, ofSorted: sorted).map { t in
      Interval(
        low: quotient.figure - t.high * quotient.standardError,
        high: quotient.figure - t.low * quotient.standardError)
    }
  }

  /// Returns the percentiles corrected for bias (z₀; resamples equal to the figure count half) and acceleration (a,
  /// from the jackknife).
  ///
  /// - Parameters:
  ///   - sorted: the resamples' figures minus that of all clusters, ascending; 0 where they are equal.
  ///   - quotient: of all clusters.
  ///   - counts: pairs per cluster.
  ///   - tail: share outside either end.
  static func corrected(
    _ sorted: [Double], of quotient: ClusterQuotient, counts: [Double], tail: Double
  ) -> Interval? {
    let below = Double(sorted.count { $0 < 0 })
    let equal = Double(sorted.count { $0 == 0 })
    guard let z0 = NormalDistribution.quantile((below + equal / 2) / Double(sorted.count)),
      let z = NormalDistribution.quantile(1 - tail)
    else { return nil }
    // Without a cluster the figure changes by −D/(Σn − n), D being its residual.
    let count = counts.reduce(0, +)
    let without = zip(quotient.residuals, counts).map { -$0 / (count - $1) }
    guard let center = mean(without) else { return nil }
    let squares = without.reduce(0) { $0 + (center - $1) * (center - $1) }
    let cubes = without.reduce(0) { $0 + (center - $1) * (center - $1) * (center - $1) }
    guard squares > 0 else { return nil }
    let acceleration = cubes / (6 * squares * Double.sqrt(squares))
    func moved(_ z: Double) -> Double {
      NormalDistribution.cdf(z0 + (z0 + z) / (1 - acceleration * (z0 + z)))
    }
    return quantiles(moved(-z), moved(z), ofSorted: sorted).map { change in
      Interval(low: quotient.figure + change.low, high: quotient.figure + change.high)
    }
  }
}

/// A quotient of sums over clusters, and its standard error from the clusters alone.
///
/// √(k/(k − 1) Σ(Aᵢ − θnᵢ)²) / Σn: the quotient's linear approximation (W. G. Cochran, Sampling Techniques,
/// third edition, 1977, chapter 6), k clusters with sums Aᵢ of nᵢ pairs.
struct ClusterQuotient {
  /// Largest relative difference, as a share of the largest of them, of sums of the same numbers in another order.
  static let rounding = 1e-10
  let figure: Double
  let standardError: Double
  /// Aᵢ − θnᵢ; 0 where that is no more than rounding.
  let residuals: [Double]
  /// Largest difference of a resample's figure that is only rounding, as that of every cluster once:
  /// ``rounding`` × the largest of |Aᵢ − θnᵢ| over the smallest of nᵢ.
  private let leastChange: Double

  /// - Parameters:
  ///   - sums: Aᵢ.
  ///   - counts: nᵢ, above 0.
  ///   - size: of the numbers that were added up: residuals of 1e-12 of it and less in the mean are rounding.
  /// - Returns: `nil` for fewer than two clusters.
  init?(_ sums: [Double], counts: [Double], of size: Double = 0) {
    guard counts.count >= 2 else { return nil }
    let count = counts.reduce(0, +)
    let figure = sums.reduce(0, +) / count
    residuals = zip(sums, counts).map { sum, count in
      let residual = sum - figure * count
      return abs(residual) <= 1e-12 * size * count ? 0 : residual
    }
    leastChange = Self.rounding * residuals.reduce(0) { max($0, abs($1)) } / (counts.min() ?? 1)
    standardError = Self.standardError(
      squares: residuals.reduce(0) { $0 + $1 * $1 }, count: count, clusters: counts.count)
    self.figure = figure
  }

  /// Returns the difference of a resample's figure from this one; exactly 0 where it is rounding alone.
  func change(_ difference: Double) -> Double { abs(difference) <= leastChange ? 0 : difference }

  /// Returns the standard error. Rounding may leave a sum of squares below 0, which is taken as 0.
  static func standardError(squares: Double, count: Double, clusters: Int) -> Double {
    Double.sqrt(Double(clusters) / Double(clusters - 1) * max(0, squares)) / count
  }
}

/// Sums over the clusters of a resample, from which its figures and their standard errors follow. Errors are relative
/// to the figure of all clusters (``ClusterQuotient/residuals``), so that squares lose no digits to it.
struct DrawnSums {
  var count = 0.0
  var countSquares = 0.0
  var bias = 0.0
  var biasCounts = 0.0
  var biasSquares = 0.0
  var mae = 0.0
  var maeCounts = 0.0
  var maeSquares = 0.0

  /// Returns one value per cluster, each drawn once.
  static func clusters(counts: [Double], bias: [Double], mae: [Double]) -> [Self] {
    counts.indices.map { index in
      let (count, bias, mae) = (counts[index], bias[index], mae[index])
      return Self(
        count: count, countSquares: count * count,
        bias: bias, biasCounts: bias * count, biasSquares: bias * bias,
        mae: mae, maeCounts: mae * count, maeSquares: mae * mae)
    }
  }

  mutating func add(_ other: Self) {
    count += other.count
    countSquares += other.countSquares
    bias += other.bias
    biasCounts += other.biasCounts
    biasSquares += other.biasSquares
    mae += other.mae
    maeCounts += other.maeCounts
    maeSquares += other.maeSquares
  }

  func biasStandardError(_ clusters: Int) -> Double {
    standardError(bias, biasCounts, biasSquares, clusters)
  }

  func maeStandardError(_ clusters: Int) -> Double {
    standardError(mae, maeCounts, maeSquares, clusters)
  }

  /// Returns the standard error from Σ(D − dn)² = ΣD² − 2dΣnD + d²Σn², D the residuals and d = ΣD/Σn.
  private func standardError(_ sum: Double, _ counts: Double, _ squares: Double, _ clusters: Int) -> Double {
    let change = sum / count
    return ClusterQuotient.standardError(
      squares: squares - 2 * change * counts + change * change * countSquares, count: count,
      clusters: clusters)
  }
}
