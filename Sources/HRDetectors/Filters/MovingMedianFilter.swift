internal import HRNumerics
internal import HRPlugins

/// Smooths with a centred moving median, or takes it for the drift and removes it. Spikes narrower than half the window
/// leave no trace in the median, and steps stay steps.
///
/// The window holds 2⌊w · rate / 2⌋ + 1 samples, and at the ends of the signal as many of them as there are (SciPy's
/// `medfilt` pads with zeros instead, which pulls the ends of a wave with an offset down). Of an even number the mean
/// of the middle two counts. A sample that is not a number counts as the last one before it that is.
struct MovingMedianFilter: SampleFilter {
  enum Output: String, CaseIterable, Sendable {
    case median
    /// The signal less the median.
    case remainder
  }

  struct Parameters: ParameterSet {
    var windowSeconds = 0.15
    var output = Output.median

    static let table: [Parameter<Self>] = [
      Parameter("windowSeconds", \.windowSeconds, in: 0.01...10, "Length of the median, centred."),
      Parameter("output", \.output, "The median itself, or what it leaves."),
    ]
  }

  static let info = PluginInfo(
    "movingMedian", version: 1, "Smooths with a centred moving median, or removes it.",
    source: "J. W. Tukey, Exploratory Data Analysis, 1977")

  let parameters: Parameters

  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds / 2) }

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    var result = samples
    let keeps = parameters.output == .remainder
    forEachCentredOrder(samples, half: parameters.windowSeconds.halfCount(at: sampleRate)) { index, order in
      result[index] = keeps ? samples[index] - order.median : order.median
    }
    return result
  }
}

/// Replaces outliers by the median around them, and leaves all else alone.
///
/// A sample is an outlier if it is further from the median of the 2⌊w · rate / 2⌋ + 1 samples around it than
/// `threshold` times 1.4826 times their median distance from that median (which for normal noise is the standard
/// deviation). At the ends of the signal the window holds as many samples as there are; of an even number the mean of
/// the middle two counts. Replaced samples do not count for their neighbours: the windows see the signal as it was.
/// If more than half a window is flat, every other value is an outlier. A sample that is not a number counts as the
/// last one before it that is.
struct HampelFilter: SampleFilter {
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

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    var result = samples
    let reach = 1.4826 * parameters.threshold
    forEachCentredOrder(samples, half: parameters.windowSeconds.halfCount(at: sampleRate)) { index, order in
      let median = order.median
      if abs(samples[index] - median) > reach * order.medianDistance(from: median) { result[index] = median }
    }
    return result
  }
}
