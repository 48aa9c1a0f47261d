internal import RealModule

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

  /// - Returns: `nil` for fewer than three pairs or where the mean of reference and estimate does not vary.
  public init?(_ pairs: PairedRates) {
    self.init(pairs, onMean: pairs.comoments(\.meanBPM, \.errorBPM))
  }

  /// - Parameter onMean: of the means of reference and estimate and the errors.
  init?(_ pairs: PairedRates, onMean: Comoments?) {
    guard pairs.count >= 3, let bias = Line(onMean) else { return nil }
    let residuals = pairs.comoments(\.meanBPM) { abs($0.errorBPM - bias.value(at: $0.meanBPM)) }
    guard let spread = Line(residuals, times: Double.sqrt(Double.pi / 2)) else { return nil }
    self.bias = bias
    sd = spread
  }

  /// Returns bias ± 1.96 sd at a mean rate; `nil` where the standard deviation would be negative.
  public func limitsBPM(at meanBPM: Double) -> Interval? {
    let spread = sd.value(at: meanBPM)
    guard spread >= 0 else { return nil }
    return Interval(bias.value(at: meanBPM), plusMinus: limitFactor * spread)
  }
}
