internal import RealModule

/// Dependence of the error on the rate: least-squares slopes of estimate − reference, in bpm per bpm.
///
/// The two answer different questions. On the mean (J. M. Bland and D. G. Altman, Stat. Methods Med. Res. 8:135-160,
/// 1999) a difference in spread alone gives a slope. On the reference noise in the reference alone gives one.
public struct ProportionalBias: Equatable, Sendable {
  /// Slope on the mean of reference and estimate; `nil` where that does not vary.
  public let slopeOnMean: Double?
  /// Slope on the reference; `nil` where that does not vary.
  public let slopeOnReference: Double?
  /// ``slopeOnMean`` with its error over clusters; `nil` with fewer than five.
  public let onMean: ClusterSlope?
  /// ``slopeOnReference`` with its error over clusters; `nil` with fewer than five.
  public let onReference: ClusterSlope?

  /// - Parameter onMean: of the means of reference and estimate and the errors.
  init(_ pairs: PairedRates, onMean: Comoments?) {
    let onReference = pairs.comoments({ $0.referenceBPM }, { $0.errorBPM })
    slopeOnMean = onMean?.slope
    slopeOnReference = onReference?.slope
    self.onMean = ClusterSlope(ofErrors: pairs, on: { $0.meanBPM }, onMean)
    self.onReference = ClusterSlope(ofErrors: pairs, on: { $0.referenceBPM }, onReference)
  }
}

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

/// Limits of agreement that move with the rate: a line for the bias and a line for the spread, both over the
/// mean of reference and estimate.
///
/// J. M. Bland and D. G. Altman, Stat. Methods Med. Res. 8:135-160, 1999, section 3.2: the error is regressed
/// on the mean, the absolute residuals on the mean again; times √(π/2) these are standard deviations if
/// residuals are normal.
public struct HeteroscedasticLimits: Equatable, Sendable {
  /// A line over the mean rate in beats per minute.
  public struct Line: Equatable, Sendable {
    /// Value at a mean rate of 0.
    public let interceptBPM: Double
    /// Beats per minute per beat per minute.
    public let slope: Double

    /// - Parameter factor: multiplies the line's heights.
    fileprivate init?(_ comoments: Comoments?, times factor: Double = 1) {
      guard let comoments, let slope = comoments.slope else { return nil }
      interceptBPM = factor * (comoments.meanY - slope * comoments.meanX)
      self.slope = factor * slope
    }

    /// Returns the line's height at a mean of reference and estimate; all in beats per minute.
    public func value(at meanBPM: Double) -> Double { interceptBPM + slope * meanBPM }
  }

  /// Line of estimate minus reference.
  public let bias: Line
  /// Line of the standard deviation; below 0 where the line has left the data.
  public let sd: Line

  /// - Parameters:
  ///   - pairs: errors and rates.
  ///   - onMean: of the means of reference and estimate and the errors.
  /// - Returns: `nil` for fewer than three pairs or where the mean of reference and estimate does not vary.
  init?(_ pairs: PairedRates, onMean: Comoments?) {
    guard pairs.count >= 3, let bias = Line(onMean) else { return nil }
    let residuals = pairs.comoments({ $0.meanBPM }) { abs($0.errorBPM - bias.value(at: $0.meanBPM)) }
    guard let spread = Line(residuals, times: Double.sqrt(Double.pi / 2)) else { return nil }
    self.bias = bias
    sd = spread
  }
}
