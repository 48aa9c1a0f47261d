internal import RealModule

/// Reasons why intervals of limits of agreement would not hold as often as they say.
///
/// Limits of agreement are multiples of a standard deviation. How well that is known from k clusters follows from the
/// clusters only where they are roughly alike; where one in many is far from the others, or errors have tails, most
/// studies do not show it and their intervals are too narrow (docs/explanation/coverage.md). Each reason says that
/// these clusters are unlike normal ones; together they are found in less than 5 of 100 studies of normal errors. With
/// few clusters a skew often remains unseen.
public struct LimitDoubts: Equatable, Sendable {
  /// One reason.
  public enum Reason: String, CaseIterable, Sendable {
    /// The clusters' mean errors are skewed: p of ``SkewnessTest`` below 0.02.
    case skewedClusters
    /// The mean error of one cluster is far from the others: p of ``FarthestTest`` below 0.02.
    case farCluster
    /// Clusters differ too much in their spread: the variance of the logarithms of the variances within clusters of
    /// 10 windows or more is above 1.5.
    case unequalSpread
    /// Errors have heavy tails: the kurtosis of the errors about their cluster's mean is above 5.
    case heavyTails
  }

  /// Reasons that are found, in the order of ``Reason``.
  public let reasons: [Reason]
  /// Kurtosis of the errors about their cluster's mean, m₄/m₂²; 0 where none differs from it.
  let kurtosis: Double
  /// Variance of the logarithms of the variances within clusters of ``leastWindows`` windows or more; 0 with fewer than
  /// five of these.
  let spreadVariance: Double

  /// The p below which a test finds clusters unlike normal ones.
  static let significance = 0.02
  /// Chosen by simulation between clusters whose spread differs as rates do (0.5) and by a factor e^±1 (4).
  static let mostSpreadVariance = 1.5
  static let leastWindows = 10
  /// Chosen by simulation: normal errors have 3, Student's t of three degrees of freedom in 100 windows mostly 6 to
  /// 30.
  static let mostKurtosis = 5.0

  /// - Returns: without reasons for fewer than ``ClusterBootstrap/leastClusters`` clusters, which have no intervals.
  init(_ pairs: PairedRates, sums: ClusterSums) {
    guard pairs.clusterCount >= ClusterBootstrap.leastClusters else {
      (reasons, kurtosis, spreadVariance) = ([], 0, 0)
      return
    }
    let means = sums.means
    let none = [Double](repeating: 0, count: pairs.clusterCount)
    var (fourths, squares, sizes) = (0.0, none, none)
    pairs.forEach { pair in
      let deviation = pair.errorBPM - means[pair.cluster]
      let square = deviation * deviation
      squares[pair.cluster] += square
      fourths += square * square
      sizes[pair.cluster] += pair.errorBPM * pair.errorBPM
    }
    // Deviations of no more than 1e-10 of the errors are rounding, as are means that differ by 1e-12 of them.
    squares = zip(squares, sizes).map { $0 > 1e-20 * $1 ? $0 : 0 }
    let size = sums.absolutes.reduce(0, +) / Double(pairs.count)
    let center = mean(means) ?? 0
    let varies = means.contains { abs($0 - center) > 1e-12 * size }
    let whole = squares.reduce(0, +)
    kurtosis = whole > 0 ? Double(pairs.count) * fourths / (whole * whole) : 0
    let logarithms = zip(squares, sums.counts).compactMap { square, count in
      count >= Double(Self.leastWindows) && square > 0 ? Double.log(square / (count - 1)) : nil
    }
    spreadVariance =
      logarithms.count >= ClusterBootstrap.leastClusters ? HRStatistics.variance(logarithms) ?? 0 : 0
    func isUnlike(_ p: Double?) -> Bool { p.map { $0 < Self.significance } ?? false }
    let found: [Reason: Bool] = [
      .skewedClusters: varies && isUnlike(SkewnessTest(means)?.p),
      .farCluster: varies && isUnlike(FarthestTest(means)?.p),
      .unequalSpread: spreadVariance > Self.mostSpreadVariance,
      .heavyTails: kurtosis > Self.mostKurtosis,
    ]
    reasons = Reason.allCases.filter { found[$0] == true }
  }
}

/// Test of whether values are from a normal distribution, by their skewness g₁ = m₃/m₂^1.5 (R. B. D'Agostino,
/// Biometrika 57:679-681, 1970): an approximately normal z.
public struct SkewnessTest: Equatable, Sendable {
  /// Least number of values for the approximation.
  public static let leastValues = 8
  /// m₃/m₂^1.5, with divisors n.
  public let skewness: Double
  /// Two-sided.
  public let p: Double

  /// - Returns: `nil` for fewer than ``leastValues`` values, or values that do not vary.
  public init?(_ values: [Double]) {
    guard values.count >= Self.leastValues, let center = mean(values) else { return nil }
    let n = Double(values.count)
    let second = squaredDeviations(values) / n
    let third = values.reduce(0) { $0 + ($1 - center) * ($1 - center) * ($1 - center) } / n
    guard second > 0 else { return nil }
    let skewness = third / (second * Double.sqrt(second))
    let y = skewness * Double.sqrt((n + 1) * (n + 3) / (6 * (n - 2)))
    let beta = 3 * (n * n + 27 * n - 70) * (n + 1) * (n + 3) / ((n - 2) * (n + 5) * (n + 7) * (n + 9))
    let squared = Double.sqrt(2 * (beta - 1)) - 1
    let delta = 1 / Double.sqrt(Double.log(squared) / 2)
    let alpha = Double.sqrt(2 / (squared - 1))
    let z = delta * Double.asinh(y / alpha)
    self.skewness = skewness
    p = 2 * NormalDistribution.cdf(-abs(z))
  }
}

/// Test of whether the value furthest from the mean is too far out for a normal distribution (F. E. Grubbs, Ann. Math.
/// Stat. 21:27-58, 1950): n times the two-sided p of Student's t of n − 2 degrees of freedom, an upper bound.
public struct FarthestTest: Equatable, Sendable {
  /// Largest |x − mean| over the standard deviation (divisor n − 1).
  public let distance: Double
  /// At most 1.
  public let p: Double

  /// - Returns: `nil` for fewer than three values, or values that do not vary.
  public init?(_ values: [Double]) {
    guard values.count >= 3, let center = mean(values), let squared = variance(values), squared > 0 else {
      return nil
    }
    let n = Double(values.count)
    let distance = values.reduce(0) { max($0, abs($1 - center)) } / Double.sqrt(squared)
    // No value is further out than (n − 1)/√n standard deviations.
    let rest = max(0, (n - 1) * (n - 1) - n * distance * distance)
    let t = rest > 0 ? Double.sqrt(n * (n - 2) * distance * distance / rest) : .infinity
    self.distance = distance
    p = t.isFinite ? StudentDistribution.cdf(-t, degreesOfFreedom: n - 2).map { min(1, 2 * n * $0) } ?? 1 : 0
  }
}
