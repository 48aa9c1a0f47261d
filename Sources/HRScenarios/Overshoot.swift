extension [Double] {
  /// Limits a value, interpolated by a cubic between some of these samples, to their neighbourhood.
  ///
  /// On an even grid a cubic passes its samples by a known share of their range at most, so nothing changes. On uneven
  /// times, with a short interval beside a long one, it would swing to many times that.
  ///
  /// - Parameters:
  ///   - indices: of the samples it was made from; those that are not finite do not count.
  ///   - overshoot: largest distance beyond them, as a share of their range.
  func limiting(_ value: Double, to indices: Range<Int>, overshoot: Double) -> Double {
    var (low, high) = (Double.infinity, -Double.infinity)
    for index in indices.clamped(to: self.indices) where self[index].isFinite {
      low = Swift.min(low, self[index])
      high = Swift.max(high, self[index])
    }
    guard low <= high else { return value }
    // A hair more, so that rounding on an even grid is not cut off.
    let room = overshoot * (high - low) * (1 + 1e-12)
    return Swift.min(Swift.max(value, low - room), high + room)
  }
}
