internal import HRSignals

extension [Double] {
  /// As ``forwardFilled``; zeros where no value is finite. So that one hole does not fill the rest of a recursive
  /// filter's output, and so that a filter that sees nothing of the future does not through a hole (but for leading
  /// ones).
  var holdingOverGaps: [Double] {
    finiteExtremes != nil ? self : forwardFilled ?? Array(repeating: 0, count: count)
  }
}

extension Signal {
  /// The signal with its samples held over gaps.
  var holdingOverGaps: Signal {
    Signal(samples: samples.holdingOverGaps, sampleRate: sampleRate, startTime: startTime)
  }
}
