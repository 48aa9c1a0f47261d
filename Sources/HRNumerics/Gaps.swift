extension [Double] {
  /// The smallest and the largest value; `nil` if there are none or one is not finite.
  public var finiteExtremes: (low: Double, high: Double)? {
    guard !isEmpty else { return nil }
    return withUnsafeBytes { bytes in
      var lows = SIMD8<Double>(repeating: .infinity)
      var highs = SIMD8<Double>(repeating: -.infinity)
      var gaps = SIMD8<Double>.zero
      let whole = count / 8 * 8
      for index in stride(from: 0, to: whole, by: 8) {
        let values = bytes.loadUnaligned(fromByteOffset: 8 * index, as: SIMD8<Double>.self)
        lows.replace(with: values, where: values .< lows)
        highs.replace(with: values, where: values .> highs)
        // Zero for a number, NaN for what is none, and NaN it stays.
        gaps += values - values
      }
      var (low, high, gap) = (lows.min(), highs.max(), gaps.sum())
      for value in self[whole...] {
        low = Swift.min(low, value)
        high = Swift.max(high, value)
        gap += value - value
      }
      return gap == 0 ? (low, high) : nil
    }
  }

  /// The values with each that is not finite replaced by the last finite one before it (the first one, at the start);
  /// `nil` if none is finite.
  public var forwardFilled: [Double]? {
    guard var held = first(where: \.isFinite) else { return nil }
    return map {
      if $0.isFinite { held = $0 }
      return held
    }
  }

  /// For every `step`-th element, from the first on: the place, among these, of the last one up to it since which the
  /// values have changed at all.
  ///
  /// Filters ring on when a signal has gone flat; this shows changes of the signal itself.
  public func lastChanges(step: Int) -> [Int] {
    var changes = [Int](repeating: 0, count: (count + step - 1) / step)
    for place in 1..<Swift.max(changes.count, 1) {
      let last = place * step
      let isChanged = (last - step..<last).contains { self[$0] != self[$0 + 1] }
      changes[place] = isChanged ? place : changes[place - 1]
    }
    return changes
  }
}
