internal import HRSignals

extension [Double] {
  /// The samples ``forwardFilled``; zeros if no value is finite. One gap then does not fill the rest of a recursive
  /// filter's output. A causal filter stays causal through a gap, too, except through leading ones.
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
