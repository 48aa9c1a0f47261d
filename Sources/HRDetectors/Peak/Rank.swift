internal import HRSignals

extension [Double] {
  /// The element that would stand at a place of a range if the range were sorted, ascending from 0.
  ///
  /// Two values of a small sample bracket the rank (R. W. Floyd and R. L. Rivest, "Expected time bounds for selection",
  /// CACM 18(3), 1975): one pass without branches counts what lies below them and gathers what lies between, in which
  /// the rank is then looked for. If the bracket misses, all of the range is looked through.
  ///
  /// - Parameter rank: 0 up to the range's count. NaN must not occur.
  func element(atRank rank: Int, in range: Range<Int>) -> Double {
    let sampleCount = 31
    guard range.count > 4 * sampleCount else { return selected(rank, from: Array(self[range])) }
    var sample: [Double] = []
    sample.reserveCapacity(sampleCount)
    for number in 0..<sampleCount {
      sample.append(self[range.lowerBound + (2 * number + 1) * range.count / (2 * sampleCount)])
    }
    sample.sort()
    let place = rank * sampleCount / range.count
    let low = place >= 4 ? sample[place - 4] : -Double.infinity
    let high = place + 4 < sampleCount ? sample[place + 4] : Double.infinity

    var below = 0
    var between = 0
    let middle = [Double](unsafeUninitializedCapacity: range.count) { buffer, count in
      for index in range {
        let value = self[index]
        buffer[between] = value
        below += value < low ? 1 : 0
        between += (value >= low ? 1 : 0) & (value <= high ? 1 : 0)
      }
      count = between
    }
    guard rank >= below, rank < below + between else { return selected(rank, from: Array(self[range])) }
    // A bracket that holds nearly everything (many equal values) would shrink nothing.
    return between < range.count / 2
      ? middle.element(atRank: rank - below, in: middle.indices) : selected(rank - below, from: middle)
  }

  private func selected(_ rank: Int, from values: consuming [Double]) -> Double {
    var scratch = values
    guard let value = kthSmallest(&scratch, rank) else {
      preconditionFailure("a rank is a place in the range")
    }
    return value
  }
}
