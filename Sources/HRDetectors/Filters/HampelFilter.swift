internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Replaces outliers by the median around them, and leaves all else alone.
///
/// A sample is an outlier if it is further from the median of the 2⌊w · rate / 2⌋ + 1 samples around it than
/// `threshold` times 1.4826 times their median distance from that median (which for normal noise is the standard
/// deviation). At the ends of the signal the window holds as many samples as there are; of an even number the mean of
/// the middle two counts. Replaced samples do not count for their neighbours: the windows see the signal as it was.
/// If more than half a window is flat, every other value is an outlier. A sample that is not a number counts as the
/// last one before it that is.
struct HampelFilter: Filter {
  struct Parameters: ParameterSet {
    var windowSeconds = 0.5
    var threshold = 3.0

    static let table: [Parameter<Self>] = [
      Parameter("windowSeconds", \.windowSeconds, in: 0.01...10, "Length of the window, centred."),
      Parameter(
        "threshold", \.threshold, in: 0...20,
        "Distance of an outlier, in robust standard deviations."),
    ]
  }

  static let info = PluginInfo(
    "hampel", version: 1, "Replaces outliers by the median around them.",
    source: "F. R. Hampel, JASA 69, 1974; L. Davies and U. Gather, JASA 88, 1993")

  let parameters: Parameters

  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds / 2) }

  func apply(to signal: Signal) -> Signal {
    var samples = signal.samples.holdingOverGaps
    let half = Int(saturating: (parameters.windowSeconds * signal.sampleRate / 2).rounded(.down))
    let reach = 1.4826 * parameters.threshold
    forEachCentredOrder(samples, half: half) { index, order in
      let median = order.median
      if abs(samples[index] - median) > reach * order.medianDistance(from: median) {
        samples[index] = median
      }
    }
    return Signal(samples: samples, sampleRate: signal.sampleRate, startTime: signal.startTime)
  }
}
