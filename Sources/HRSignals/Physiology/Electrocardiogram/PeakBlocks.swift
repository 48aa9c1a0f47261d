/// Stretches of a signal in which a quick average of it exceeds a slow one: one per heartbeat where all is well.
struct PeakBlocks {
  /// Ascending, not empty, and apart; one that touches either end of the signal is left out, being cut.
  let ranges: [Range<Int>]

  /// - Parameters:
  ///   - quick: a feature averaged over about the length of a QRS complex.
  ///   - slow: the same averaged over about the length of a beat.
  ///   - factor: how many times `slow` the `quick` one must exceed.
  init(_ quick: [Double], above slow: [Double], times factor: Double = 1) {
    var ranges: [Range<Int>] = []
    quick.withUnsafeBufferPointer { quick in
      slow.withUnsafeBufferPointer { slow in
        var start: Int?
        var wasAbove = true
        for i in 0..<min(quick.count, slow.count) {
          let isAbove = quick[i] > factor * slow[i]
          if isAbove, !wasAbove { start = i }
          if !isAbove, wasAbove, let first = start { ranges.append(first..<i) }
          wasAbove = isAbove
        }
      }
    }
    self.ranges = ranges
  }

  /// The largest |value| of each block of at least so many samples; of equal ones the earliest.
  ///
  /// One that is no larger than the floor, or no further than `spacing` samples from the one kept before, is left out.
  func peaks(of x: [Double], leastLength: Double, spacing: Double, floor: Double) -> [Int] {
    var peaks: [Int] = []
    for range in ranges where Double(range.count) >= leastLength {
      var best = range.lowerBound
      for i in range where abs(x[i]) > abs(x[best]) { best = i }
      guard abs(x[best]) > floor, peaks.last.map({ Double(best - $0) > spacing }) ?? true else { continue }
      peaks.append(best)
    }
    return peaks
  }
}
