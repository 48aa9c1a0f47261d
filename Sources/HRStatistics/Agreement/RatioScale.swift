internal import RealModule

/// The scale of ratios: figures of differences of natural logarithms, and the ratios that these are (J. M. Bland and
/// D. G. Altman, The Lancet 327:307-310, 1986).
extension Pair {
  /// The pair of the natural logarithms; `nil` unless both are above 0.
  package var logarithms: Pair? {
    guard referenceBPM > 0, estimateBPM > 0 else { return nil }
    return Pair(
      referenceBPM: Double.log(referenceBPM), estimateBPM: Double.log(estimateBPM), cluster: cluster,
      isNext: isNext)
  }
}

extension Interval {
  /// Interval of the ratio of an interval of the logarithm.
  package var ratios: Interval { Interval(low: Double.exp(low), high: Double.exp(high)) }
}

/// Returns the ratio of a difference of natural logarithms.
package func ratio(ofLogarithm difference: Double) -> Double { Double.exp(difference) }

extension PairedRates {
  /// True if the spread of the errors grows with the value, so that ratios describe them better than differences: by
  /// the slope of their standard deviation on the mean of both (``HeteroscedasticLimits``), doubling the mean value adds
  /// half of their standard deviation or more. `nil` for fewer than three pairs, equal errors, and where there is no
  /// slope.
  package var spreadGrows: Bool? {
    guard count > 2, let simple = BlandAltman(self), simple.sdBPM > 0,
      let slope = HeteroscedasticLimits(self, onMean: comoments({ $0.meanBPM }, { $0.errorBPM }))?.sd.slope
    else { return nil }
    var sum = 0.0
    forEach { sum += $0.meanBPM }
    return slope * sum / Double(count) >= simple.sdBPM / 2
  }
}
