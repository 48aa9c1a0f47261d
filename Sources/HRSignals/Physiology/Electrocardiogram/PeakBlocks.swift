/// Stretches of a signal in which its fast average exceeds its slow one: ideally one per heartbeat.
struct PeakBlocks {
  /// Ranges of the blocks, ascending, not empty, and separate; a block that touches either end of the signal is left
  /// out.
  let ranges: [Range<Int>]

  /// - Parameters:
  ///   - quick: a feature averaged over about the length of a QRS complex.
  ///   - slow: the same feature averaged over about the length of a beat.
  ///   - factor: factor by which `quick` must exceed `slow`.
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

  /// Returns the index of the largest |value| of each block of a minimum length in samples; of equal ones the
  /// earliest.
  ///
  /// Peaks no larger than the floor, or no further than `spacing` samples from the last kept one, are left out.
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
