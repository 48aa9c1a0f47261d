internal import HRNumerics

/// Position of a quantile of ascending values: linear interpolation at (n − 1)p (R. J. Hyndman and Y. Fan, 1996, type
/// 7; NumPy's default).
struct QuantilePlace {
  /// Index of the value at or below it.
  let index: Int
  /// Index of the value at or above it.
  let next: Int
  private let share: Double

  /// - Parameters:
  ///   - p: 0…1.
  ///   - count: of the values.
  /// - Returns: `nil` without a value, and for any other p.
  init?(_ p: Double, of count: Int) {
    guard count > 0, (0...1).contains(p) else { return nil }
    let position = p * Double(count - 1)
    let below = Int(saturating: position.rounded(.down))
    index = min(below, count - 1)
    share = below + 1 < count ? position - Double(below) : 0
    next = share == 0 ? index : index + 1
  }

  /// Returns the quantile, between the values at ``index`` and ``next``.
  func value(_ low: Double, _ high: Double) -> Double {
    if share == 0 { return low }
    let gap = high - low
    // The distance of two numbers may exceed the largest one.
    return gap.isFinite ? low + share * gap : (1 - share) * low + share * high
  }
}

/// Returns the p-quantile of ascending values by ``QuantilePlace``; `nil` without a value.
///
/// - Parameter p: 0…1; `nil` for any other.
func quantile(_ p: Double, ofSorted sorted: [Double]) -> Double? {
  QuantilePlace(p, of: sorted.count).map { $0.value(sorted[$0.index], sorted[$0.next]) }
}

/// Returns the p-quantile of numbers in any order; many are read in several passes and not held.
///
/// - Parameter p: 0…1; `nil` for any other.
func quantile(_ p: Double, of numbers: some Walk) -> Double? {
  ExactSelection.quantiles([p], of: numbers)[p]
}

/// Returns the interval between two quantiles by ``quantile(_:ofSorted:)``; `nil` where one of them does not exist.
func quantiles(_ low: Double, _ high: Double, ofSorted sorted: [Double]) -> Interval? {
  Interval(ifAny: quantile(low, ofSorted: sorted), quantile(high, ofSorted: sorted))
}
