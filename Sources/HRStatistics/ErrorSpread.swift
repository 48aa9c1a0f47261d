/// How the errors of a detector are spread, by their quantiles; in beats per minute, below 0 where it reads low.
///
/// Linear between order statistics: type 7 of R. J. Hyndman and Y. Fan, Am. Stat. 50:361-365, 1996. Every window counts
/// the same.
package struct ErrorSpread: Equatable, Sendable {
  /// From the 5th to the 95th percentile.
  package let ninetyPercentBPM: Interval
  /// From the lower to the upper quartile.
  package let halfBPM: Interval
  package let medianBPM: Double

  /// - Parameter sorted: errors, ascending.
  /// - Returns: `nil` for none.
  init?(sorted: [Double]) {
    guard let ninety = quantiles(0.05, 0.95, ofSorted: sorted),
      let half = quantiles(0.25, 0.75, ofSorted: sorted), let median = quantile(0.5, ofSorted: sorted)
    else { return nil }
    (ninetyPercentBPM, halfBPM, medianBPM) = (ninety, half, median)
  }
}
