/// Spread of a detector's errors, by their quantiles; in beats per minute, below 0 where it reads low.
///
/// Linear between order statistics: type 7 of R. J. Hyndman and Y. Fan, Am. Stat. 50:361-365, 1996. Every window
/// counts the same.
package struct ErrorSpread: Equatable, Sendable {
  /// Interval from the 5th to the 95th percentile.
  package let ninetyPercentBPM: Interval
  /// Interval from the lower to the upper quartile.
  package let halfBPM: Interval
  package let medianBPM: Double

  /// - Returns: `nil` for no errors.
  init?(_ errors: ErrorOrder) {
    guard let ninety = errors.quantiles(0.05, 0.95), let half = errors.quantiles(0.25, 0.75),
      let median = errors.quantile(0.5)
    else { return nil }
    (ninetyPercentBPM, halfBPM, medianBPM) = (ninety, half, median)
  }
}
