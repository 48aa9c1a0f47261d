internal import RealModule

/// A least-squares slope with an error that allows for clusters.
///
/// The sandwich of summed scores per cluster (K.-Y. Liang and S. L. Zeger, Biometrika 73:13-22, 1986), times
/// k/(k − 1) × (N − 1)/(N − 2), known as CR1; Student's t of k − 1 degrees of freedom (C. A. Cameron and D. L.
/// Miller, J. Hum. Resour. 50:317-372, 2015).
public struct ClusterSlope: Equatable, Sendable {
  /// Beats per minute of error per beat per minute.
  public let slope: Double
  /// Standard error of the slope, in the same unit. It is exactly 0 where all points are on the line but for rounding:
  /// where it is at most 1e-12 of √(Σy²/S_xx), the steepest slope that such values can have.
  public let standardError: Double
  /// 95 per cent; the slope itself at both ends where the standard error is 0.
  public let interval: Interval
  /// Two-sided p of a slope of 0; `nil` where the standard error is 0.
  public let pValue: Double?

  /// - Parameters:
  ///   - pairs: the points of the regression.
  ///   - x: the place of a pair.
  ///   - comoments: of the places and the errors.
  /// - Returns: `nil` for fewer clusters than ``ClusterBootstrap/leastClusters`` or where x does not vary.
  init?(ofErrors pairs: PairedRates, on x: (Pair) -> Double, _ comoments: Comoments?) {
    let k = Double(pairs.clusterCount)
    guard pairs.clusterCount >= ClusterBootstrap.leastClusters, let comoments, let slope = comoments.slope,
      let t = StudentDistribution.quantile(0.975, degreesOfFreedom: k - 1)
    else { return nil }
    var scores = [Double](repeating: 0, count: pairs.clusterCount)
    var squares = 0.0
    pairs.forEach { pair in
      let (place, y) = (x(pair) - comoments.meanX, pair.errorBPM)
      scores[pair.cluster] += place * (y - comoments.meanY - slope * place)
      squares += y * y
    }
    let n = Double(pairs.count)
    let correction = k / (k - 1) * (n - 1) / (n - 2)
    let found = Double.sqrt(correction * scores.reduce(0) { $0 + $1 * $1 }) / comoments.xx
    let steepest = Double.sqrt(squares / comoments.xx)
    let error = steepest.isFinite && found <= 1e-12 * steepest ? 0 : found
    self.slope = slope
    standardError = error
    interval = Interval(slope, plusMinus: t * error)
    pValue =
      error > 0
      ? StudentDistribution.cdf(-abs(slope) / error, degreesOfFreedom: k - 1).map { 2 * $0 } : nil
  }
}
