/// Quantiles of the errors of pairs and of their absolute values, by ``QuantilePlace``; in beats per minute.
struct ErrorOrder {
  private let pairs: PairedRates
  /// Sorted errors; `nil` where pairs are not held.
  private let sorted: SortedErrors?
  /// Quantiles by share where pairs are not held: those that every score needs, found at once.
  private var signed: [Double: Double] = [:]
  private var absolute: [Double: Double] = [:]

  private static let usualShares = [0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975]
  private static let usualShareOfSizes = [0.5, 0.95]

  init(_ pairs: PairedRates) {
    self.pairs = pairs
    guard pairs.held == nil else {
      sorted = SortedErrors(pairs.errorsBPM)
      return
    }
    sorted = nil
    signed = ExactSelection.quantiles(Self.usualShares, of: pairs.errors)
    absolute = ExactSelection.quantiles(Self.usualShareOfSizes, of: pairs.values { abs($0.errorBPM) })
  }

  /// Returns a quantile of the errors; `nil` without an error, and for a share outside 0…1.
  func quantile(_ share: Double) -> Double? { quantiles([share])?.first }

  /// Returns a quantile of the absolute errors; `nil` without an error, and for a share outside 0…1.
  func absoluteQuantile(_ share: Double) -> Double? {
    if let sorted { return HRStatistics.quantile(share, ofSorted: sorted.absolute) }
    return absolute[share] ?? ExactSelection.quantiles([share], of: pairs.values { abs($0.errorBPM) })[share]
  }

  /// Returns the interval between two quantiles of the errors; `nil` where one of them does not exist.
  func quantiles(_ low: Double, _ high: Double) -> Interval? {
    quantiles([low, high]).map { Interval(low: $0[0], high: $0[1]) }
  }

  /// Returns several quantiles at once, which takes hardly longer than one where pairs are not held.
  private func quantiles(_ shares: [Double]) -> [Double]? {
    var found: [Double] = []
    let selected =
      sorted == nil && !shares.allSatisfy { signed[$0] != nil }
      ? ExactSelection.quantiles(shares, of: pairs.errors) : signed
    for share in shares {
      guard
        let value = sorted.map({ HRStatistics.quantile(share, ofSorted: $0.signed) }) ?? selected[share]
      else { return nil }
      found.append(value)
    }
    return found
  }
}

/// The errors in ascending order, and the absolute errors in ascending order by merging the two signs.
struct SortedErrors {
  let signed: [Double]
  let absolute: [Double]

  init(_ errors: [Double]) {
    signed = AscendingOrder(errors).values
    var right = signed.firstIndex { $0 >= 0 } ?? signed.count
    var left = right - 1
    var merged: [Double] = []
    merged.reserveCapacity(signed.count)
    while left >= 0 || right < signed.count {
      if right == signed.count || (left >= 0 && -signed[left] < signed[right]) {
        merged.append(-signed[left])
        left -= 1
      } else {
        merged.append(signed[right])
        right += 1
      }
    }
    absolute = merged
  }
}

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
