internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Smooths with a centred moving average: each sample becomes the mean of those within half a window of it.
///
/// The window holds 2⌊w · rate / 2⌋ + 1 samples, and at the ends of the signal as many of them as there are. A window
/// of `w` seconds wipes out 1 / w Hz and its multiples. A sample that is not a number counts as the last one before it
/// that is.
struct MovingAverageFilter: Filter {
  struct Parameters: ParameterSet {
    var windowSeconds = 0.15

    static let table: [Parameter<Self>] = [
      Parameter("windowSeconds", \.windowSeconds, in: 0.01...10, "Length of the average, centred.")
    ]
  }

  static let info = PluginInfo(
    "movingAverage", version: 1, "Smooths with a centred moving average.")

  let parameters: Parameters

  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds / 2) }

  func apply(to signal: Signal) -> Signal {
    Signal(
      samples: signal.holdingOverGaps.centredMeans(windowSeconds: parameters.windowSeconds),
      sampleRate: signal.sampleRate,
      startTime: signal.startTime)
  }
}

extension Signal {
  /// Means over a centred window of 2⌊windowSeconds · rate / 2⌋ + 1 samples, fewer at the ends of the signal.
  func centredMeans(windowSeconds: Double) -> [Double] {
    movingAverage(samples, window: 2 * Int(saturating: (windowSeconds * sampleRate / 2).rounded(.down)) + 1)
  }
}
