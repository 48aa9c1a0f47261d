internal import HRNumerics
internal import HRPlugins
internal import HRSignals

extension [Double] {
  /// The samples ``forwardFilled``; zeros if no value is finite. One gap then does not fill the rest of a recursive
  /// filter's output. A causal filter stays causal through a gap, too, except through leading ones.
  var holdingOverGaps: [Double] {
    finiteExtremes != nil ? self : forwardFilled ?? Array(repeating: 0, count: count)
  }
}

/// A filter that works on samples held over gaps: a sample that is not a number counts as the last one before it that
/// is.
protocol SampleFilter: Filter {
  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double]
}

extension SampleFilter {
  func apply(to signal: Signal) -> Signal {
    signal.replacing(filtered(signal.samples.holdingOverGaps, at: signal.sampleRate))
  }
}

extension Double {
  /// Samples on either side of the middle one of a window of so many seconds.
  func halfCount(at sampleRate: Double) -> Int { Int(saturating: (self * sampleRate / 2).rounded(.down)) }
}
