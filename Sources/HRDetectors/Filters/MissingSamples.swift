internal import HRSignals

extension [Double] {
  /// Every sample that is not a finite number replaced by the last one that is; leading ones by the first; 0 where none
  /// is. So that one hole does not fill the rest of a recursive filter's output, and so that a filter that sees nothing
  /// of the future does not through a hole (but for leading ones).
  var holdingOverGaps: [Double] {
    guard let first = firstIndex(where: { !$0.isFinite }) else { return self }
    var held = first > 0 ? self[first - 1] : (self.first(where: \.isFinite) ?? 0)
    var filled = self
    for index in first..<count {
      if filled[index].isFinite { held = filled[index] } else { filled[index] = held }
    }
    return filled
  }
}

extension Signal {
  /// The signal with its samples held over gaps.
  var holdingOverGaps: Signal {
    Signal(samples: samples.holdingOverGaps, sampleRate: sampleRate, startTime: startTime)
  }
}
