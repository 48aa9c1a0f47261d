internal import RealModule

/// Limits of agreement with several pairs per cluster and intervals for the limits; in beats per minute.
///
/// Method of variance estimates recovery: G. Y. Zou, Stat. Methods Med. Res. 22:630-642, 2013, from the
/// variance of the cluster means (not the between-cluster component). Pairs within a cluster count as
/// independent; where errors persist from window to window the intervals are too narrow: see ``ClusterLimits``.
public struct MoverAgreement: Equatable, Sendable {
  /// *Unweighted* mean of the cluster means: every cluster counts the same.
  public let biasBPM: Double
  /// s² = variance of the cluster means + (1 − 1/m_h) × variance within, in bpm².
  public let variance: Double
  /// m_h = k / Σ(1/m), the harmonic mean of the pairs per cluster.
  public let harmonicClusterSize: Double
  /// bias ± 1.96 s
  public let limitsBPM: Interval
  /// Interval of each limit; alpha 0.025 per side.
  public let lowerLimitIntervalBPM: Interval
  /// Interval of the upper limit; alpha 0.025 per side.
  public let upperLimitIntervalBPM: Interval

  /// - Returns: `nil` for fewer than two clusters, or where no cluster has two pairs.
  public init?(_ pairs: PairedRates) {
    self.init(ClusterComponents(pairs, errors: pairs.errorsBPM))
  }

  init?(_ parts: ClusterComponents?) {
    let alpha = 0.025
    guard let parts, let bias = mean(parts.means), let ofMeans = HRStatistics.variance(parts.means) else {
      return nil
    }
    let k = Double(parts.counts.count)
    let freedom = (means: k - 1, within: parts.total - k)
    guard let z = NormalDistribution.quantile(1 - alpha),
      let lowMeans = ChiSquareDistribution.quantile(alpha, degreesOfFreedom: freedom.means),
      let highMeans = ChiSquareDistribution.quantile(1 - alpha, degreesOfFreedom: freedom.means),
      let lowWithin = ChiSquareDistribution.quantile(alpha, degreesOfFreedom: freedom.within),
      let highWithin = ChiSquareDistribution.quantile(1 - alpha, degreesOfFreedom: freedom.within)
    else { return nil }
    let harmonic = k / parts.counts.reduce(0) { $0 + 1 / $1 }
    let within = (1 - 1 / harmonic) * parts.varianceWithin
    let total = ofMeans + within
    let s = Double.sqrt(total)

    func distance(_ means: Double, _ inside: Double) -> Double {
      let a = ofMeans * (freedom.means / means - 1)
      let b = within * (freedom.within / inside - 1)
      return Double.sqrt(a * a + b * b)
    }
    let largest = Double.sqrt(total + distance(lowMeans, lowWithin))
    let smallest = Double.sqrt(max(0, total - distance(highMeans, highWithin)))
    let ofBias = z * z * ofMeans / k
    func reach(_ spread: Double) -> Double {
      Double.sqrt(ofBias + limitFactor * limitFactor * spread * spread)
    }
    let outer = reach(largest - s)
    let inner = reach(s - smallest)

    biasBPM = bias
    variance = total
    harmonicClusterSize = harmonic
    limitsBPM = Interval(bias, plusMinus: limitFactor * s)
    lowerLimitIntervalBPM = Interval(low: limitsBPM.low - outer, high: limitsBPM.low + inner)
    upperLimitIntervalBPM = Interval(low: limitsBPM.high - inner, high: limitsBPM.high + outer)
  }
}
