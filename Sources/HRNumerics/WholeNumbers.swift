extension FixedWidthInteger {
  /// The whole part of a number, towards zero; never a trap.
  ///
  /// Numbers beyond ±2^53, or beyond the type, become the nearest of these limits, and NaN becomes 0. A double counts
  /// by ones up to 2^53, and sums and small multiples of such counts still fit in 64 bits.
  @inlinable package init(saturating number: Double) {
    let limit = 9_007_199_254_740_992.0
    if number > -limit, number < limit {
      self.init(clamping: Int64(number))
    } else {
      self.init(clamping: number.isNaN ? 0 : Int64(number > 0 ? limit : -limit))
    }
  }
}
