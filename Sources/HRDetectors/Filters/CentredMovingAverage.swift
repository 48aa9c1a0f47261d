internal import HRSignals

extension [Double] {
  /// Mean over the samples within `halfWidth` places of each, fewer at the ends.
  ///
  /// Sums are kept of differences to the first sample, so that a large offset costs no precision.
  func centredMeans(halfWidth: Int) -> [Double] {
    guard let first, halfWidth > 0 else { return self }
    var sums: [Double] = [0]
    sums.reserveCapacity(count + 1)
    var sum = 0.0
    for value in self {
      sum += value - first
      sums.append(sum)
    }
    return indices.map { index in
      let low = Swift.max(0, index - halfWidth)
      let high = Swift.min(count, index + halfWidth + 1)
      return first + (sums[high] - sums[low]) / Double(high - low)
    }
  }
}

extension Signal {
  /// Means over a centred window: the odd number of samples nearest to `windowSeconds` (not below it), fewer at the
  /// ends of the signal.
  func centredMeans(windowSeconds: Double) -> [Double] {
    samples.centredMeans(halfWidth: Int((windowSeconds * sampleRate / 2).rounded(.down)))
  }
}
