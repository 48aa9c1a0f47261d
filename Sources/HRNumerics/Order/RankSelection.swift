extension [Double] {
  /// The element at a place of a range if the range were sorted, ascending from 0.
  ///
  /// For the quantiles of many windows of one series: the range is not copied. A bracket of values around the rank is
  /// narrowed by counting the elements below a value between (interpolated by rank, halved every third time: counting
  /// has no branches and goes several elements at a time); the few elements left inside are then selected from.
  ///
  /// - Parameter rank: 0 ..< the range's count.
  /// - Returns: NaN if NaN values, which count as above all others, leave too few.
  public func element(atRank rank: Int, in range: Range<Int>) -> Double {
    precondition((0..<range.count).contains(rank), "a rank is a place in the range")
    return withUnsafeBufferPointer { buffer in
      let values = UnsafeBufferPointer(rebasing: buffer[range])
      let (least, most) = values.extremes
      guard least < most else { return least == most ? least : .nan }
      // `below` elements are at most `low`, `upTo` are at most `high`; the wanted one is between.
      var (low, below) = (least.nextDown, 0)
      var (high, upTo) = (most, values.count(notAbove: most))
      guard rank < upTo else { return .nan }
      var pass = 0
      while upTo - below > 24, pass < 24 {
        pass += 1
        let share = pass % 3 == 0 ? 0.5 : (Double(rank - below) + 0.5) / Double(upTo - below)
        let middle = low + (high - low) * share
        guard middle > low, middle < high else { break }
        let count = values.count(notAbove: middle)
        if count > rank { (high, upTo) = (middle, count) } else { (low, below) = (middle, count) }
      }
      return withUnsafeTemporaryAllocation(of: Double.self, capacity: upTo - below + 1) { inside in
        // Every value is written, and the next one over it unless it counts: that has no branches either.
        var used = 0
        for value in values {
          inside[used] = value
          used &+= value > low && value <= high ? 1 : 0
        }
        return UnsafeMutableBufferPointer(rebasing: inside[..<used]).kthSmallest(rank - below)
      }
    }
  }
}

extension UnsafeBufferPointer<Double> {
  /// Eight elements from an index on.
  @inline(__always)
  private func eight(at index: Int) -> SIMD8<Double> {
    UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: 8 * index, as: SIMD8<Double>.self)
  }

  fileprivate func count(notAbove limit: Double) -> Int {
    let whole = count / 8 * 8
    var sums = SIMD8<Int64>.zero
    for index in stride(from: 0, to: whole, by: 8) {
      sums.replace(with: sums &+ 1, where: eight(at: index) .<= limit)
    }
    var total = Int(clamping: sums.wrappedSum())
    for index in whole..<count where self[index] <= limit { total += 1 }
    return total
  }

  /// The smallest and the largest element that are numbers; (∞, −∞) if there is none.
  fileprivate var extremes: (least: Double, most: Double) {
    let whole = count / 8 * 8
    var lows = SIMD8<Double>(repeating: .infinity)
    var highs = SIMD8<Double>(repeating: -.infinity)
    for index in stride(from: 0, to: whole, by: 8) {
      let values = eight(at: index)
      lows.replace(with: values, where: values .< lows)
      highs.replace(with: values, where: values .> highs)
    }
    var (least, most) = (lows.min(), highs.max())
    for index in whole..<count {
      least = self[index] < least ? self[index] : least
      most = self[index] > most ? self[index] : most
    }
    return (least, most)
  }
}
