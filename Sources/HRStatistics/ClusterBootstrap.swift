internal import HRNumerics
internal import RealModule

/// Intervals of mean errors from resampling whole clusters: bootstrap-t.
///
/// B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 12.5. Each resample is compared with
/// the figure in units of its own standard error (`ClusterMeans`), so that few clusters and clusters that differ
/// strongly widen the interval. Means of sizes, which are skewed, are compared by their logarithm (R. Tibshirani,
/// Biometrika 75:433-444, 1988; chapter 12.6): where a few clusters have large errors, its spread grows with it, and on
/// its own scale the lower end would often be below 0. Where clusters happen to be alike, resamples show their spread
/// too seldom: so neither end of the bias is nearer than that of Student's t of k − 1 degrees of freedom at 1.4 times
/// the tail, and no upper end of the others than 1.12 (1 + 0.6/k) times the normal quantile; both were chosen by
/// simulation. Ends that no error can reach are moved to the largest possible one.
///
/// How often the intervals hold the truth, for twelve kinds of studies: docs/explanation/coverage.md.
public enum ClusterBootstrap {
  /// Least number of clusters for an interval.
  public static let leastClusters = 5
  /// Default number of resamples.
  public static let resamples = 2000
  /// Tail of the nearest end of the bias that Student's t allows, over that of the interval.
  static let tailFactor = 1.4

  /// The intervals of the mean errors.
  public struct Intervals: Equatable, Sendable {
    /// Of the mean error. Clusters that all have the same figure give that figure at both ends.
    public let biasBPM: Interval
    /// Of the mean absolute error, on the scale of its logarithm: above 0, but where every error is 0, which gives 0
    /// at both ends.
    public let maeBPM: Interval
    /// Of the root of the mean squared error: the interval of the mean square, on the scale of its logarithm; `nil`
    /// where a square is too large for a number.
    public let rmseBPM: Interval?
    /// Of the mean absolute error in per cent of the reference, as ``maeBPM``; `nil` where a reference is not
    /// positive.
    public let mapePercent: Interval?
  }

  /// - Parameters:
  ///   - pairs: rates and their clusters.
  ///   - reach: largest possible error (`PairedRates.largestErrorBPM(within:)`); ends that are further out get this
  ///     value.
  ///   - seed: the same seed and pairs give the same intervals.
  ///   - resamples: number of resamples.
  ///   - level: between 0 and 1, the share of repeated studies whose interval should hold the true figure.
  /// - Returns: `nil` with fewer than ``leastClusters``.
  public static func intervals(
    _ pairs: PairedRates, reach: Double = .infinity, seed: UInt64, resamples: Int = resamples,
    level: Double = 0.95
  ) -> Intervals? {
    precondition(resamples > 0 && level > 0 && level < 1, "resamples and a level between 0 and 1")
    guard pairs.clusterCount >= leastClusters else { return nil }
    let sums = ClusterErrorSums(pairs)
    let counts = pairs.counts
    func means(_ sums: [Double], of sizes: [Double]) -> ClusterMeans? {
      let size = sizes.reduce(0, +) / Double(pairs.count)
      return ClusterMeans(sums, counts: counts, of: size.isFinite ? size : 0)
    }
    guard let bias = means(sums.errors, of: sums.absolutes),
      let mae = means(sums.absolutes, of: sums.absolutes),
      let scale = Scale(clusters: pairs.clusterCount, level: level)
    else { return nil }
    let square = means(sums.squares, of: sums.squares)
    let percent = sums.percents.flatMap { means($0, of: $0) }
    var stream = RandomStream(seed: seed, ["cluster bootstrap"])
    var drawn = [Int](repeating: 0, count: pairs.clusterCount)
    var (ofBias, ofMAE, ofSquare, ofPercent) = ([Double](), [Double](), [Double](), [Double]())
    for _ in 0..<resamples {
      stream.draw(&drawn)
      ofBias.append(scale.score(bias, drawn))
      ofMAE.append(scale.score(ofLogarithm: mae, drawn))
      if let square { ofSquare.append(scale.score(ofLogarithm: square, drawn)) }
      if let percent { ofPercent.append(scale.score(ofLogarithm: percent, drawn)) }
    }
    func positive(_ figure: ClusterMeans, _ scores: [Double]) -> Interval? {
      scale.interval(ofLogarithm: figure, scores: AscendingOrder(scores).values)
    }
    guard let biasInterval = scale.interval(bias, scores: AscendingOrder(ofBias).values),
      let maeInterval = positive(mae, ofMAE)
    else { return nil }
    return Intervals(
      biasBPM: biasInterval.capped(at: reach), maeBPM: maeInterval.capped(at: reach),
      rmseBPM: square.flatMap { positive($0, ofSquare) }?.mapped { Double.sqrt($0) }.capped(at: reach),
      mapePercent: percent.flatMap { positive($0, ofPercent) }?
        .capped(at: 100 * reach / sums.leastReferenceBPM))
  }

  /// Scores of resamples, and intervals made of them.
  struct Scale {
    /// Share of the resamples beyond either end.
    let tail: Double
    /// Largest score either way: Student's t of two degrees of freedom. If one cluster differs strongly from the
    /// others, resamples without it hardly vary and their score has no bounds. With this one the spread between
    /// clusters is never taken to be known worse than from three of them.
    let most: Double
    /// Least distance of either end of a bias, in standard errors.
    let least: Double
    /// Least distance of the upper end on the scale of the logarithm.
    let leastAbove: Double

    init?(clusters: Int, level: Double) {
      let tail = (1 - level) / 2
      guard let most = StudentDistribution.quantile(1 - tail, degreesOfFreedom: 2),
        let least = StudentDistribution.quantile(
          1 - min(0.5, ClusterBootstrap.tailFactor * tail), degreesOfFreedom: Double(clusters - 1)),
        let normal = NormalDistribution.quantile(1 - tail)
      else { return nil }
      (self.tail, self.most, self.least) = (tail, most, least)
      leastAbove = min(most, 1.12 * (1 + 0.6 / Double(clusters)) * normal)
    }

    /// Returns the distance of a resample from the center in its own standard errors: 0 where it does not differ, at
    /// most ``most`` either way. A resample of equal clusters has no standard error and an infinite score.
    func score(_ figure: ClusterMeans, _ drawn: [Int]) -> Double {
      let (change, error) = figure.resampled(drawn)
      return score(change, standardError: error)
    }

    func score(_ change: Double, standardError: Double) -> Double {
      if change == 0 { return 0 }
      guard standardError > 0 else { return change < 0 ? -most : most }
      return min(most, max(-most, change / standardError))
    }

    /// Returns the score of the logarithm, whose standard error is that of the figure over the figure itself.
    func score(ofLogarithm figure: ClusterMeans, _ drawn: [Int]) -> Double {
      let (change, error) = figure.resampled(drawn)
      return score(change, ofLogarithm: figure.center, standardError: error)
    }

    /// A resample without any error, whose logarithm has no bounds, has the score −``most``.
    func score(_ change: Double, ofLogarithm center: Double, standardError: Double) -> Double {
      if change == 0 { return 0 }
      let resampled = center + change
      guard resampled > ClusterMeans.rounding * center else { return -most }
      guard standardError > 0 else { return change < 0 ? -most : most }
      return min(most, max(-most, Double.log(resampled / center) * resampled / standardError))
    }

    /// Returns figure − t × standard error, t the upper and the lower quantile of the resamples' scores, each at least
    /// ``least`` from 0.
    func interval(_ figure: ClusterMeans, scores sorted: [Double]) -> Interval? {
      quantiles(tail, 1 - tail, ofSorted: sorted).map { t in
        Interval(
          low: figure.figure - max(t.high, least) * figure.standardError,
          high: figure.figure - min(t.low, -least) * figure.standardError)
      }
    }

    /// Returns figure × exp(−t × standard error / figure), t the upper and the lower quantile of the resamples' scores,
    /// the latter at most −``leastAbove``; 0 at both ends for a figure of 0.
    func interval(ofLogarithm figure: ClusterMeans, scores sorted: [Double]) -> Interval? {
      guard figure.figure != 0 else { return Interval(low: 0, high: 0) }
      let relative = figure.standardError / figure.figure
      return quantiles(tail, 1 - tail, ofSorted: sorted).map { t in
        Interval(
          low: figure.figure * Double.exp(-t.high * relative),
          high: figure.figure * Double.exp(-min(t.low, -leastAbove) * relative))
      }
    }
  }
}

extension RandomStream {
  /// Draws a cluster for each place, with replacement: two from each uniform number, whose 53 bits suffice for both.
  fileprivate mutating func draw(_ drawn: inout [Int]) {
    let number = drawn.count
    for first in stride(from: 0, to: number, by: 2) {
      let place = uniform() * Double(number)
      drawn[first] = min(number - 1, Int(saturating: place))
      guard first + 1 < number else { return }
      let rest = (place - Double(drawn[first])) * Double(number)
      drawn[first + 1] = min(number - 1, Int(saturating: rest))
    }
  }
}

/// Sums of what the bootstrap is of, by cluster; one pass over the pairs.
private struct ClusterErrorSums {
  let errors, absolutes, squares: [Double]
  /// Of 100 |error| / reference; `nil` where a reference is not positive.
  let percents: [Double]?
  let leastReferenceBPM: Double

  init(_ pairs: PairedRates) {
    let none = [Double](repeating: 0, count: pairs.clusterCount)
    var (errors, absolutes, squares, percents) = (none, none, none, none)
    var least = Double.infinity
    pairs.forEach { pair in
      let (cluster, error, reference) = (pair.cluster, pair.errorBPM, pair.referenceBPM)
      let size = abs(error)
      errors[cluster] += error
      absolutes[cluster] += size
      squares[cluster] += error * error
      percents[cluster] += 100 * size / reference
      least = min(least, reference)
    }
    (self.errors, self.absolutes, self.squares) = (errors, absolutes, squares)
    self.percents = least > 0 ? percents : nil
    leastReferenceBPM = least
  }
}
