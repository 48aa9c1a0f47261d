internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Smooths with a centred moving median, or takes it for the drift and removes it. Spikes narrower than half the window
/// leave no trace in the median, and steps stay steps.
///
/// The window holds 2⌊w · rate / 2⌋ + 1 samples, and at the ends of the signal as many of them as there are (SciPy's
/// `medfilt` pads with zeros instead, which pulls the ends of a wave with an offset down). Of an even number the mean
/// of the middle two counts. A sample that is not a number counts as the last one before it that is.
struct MovingMedianFilter: Filter {
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

  func apply(to signal: Signal) -> Signal {
    var samples = signal.samples.holdingOverGaps
    let half = Int(saturating: (parameters.windowSeconds * signal.sampleRate / 2).rounded(.down))
    let keeps = parameters.output == .remainder
    forEachCentredOrder(samples, half: half) { index, order in
      // The output replaces values that are not read again: the window is updated from the original values.
      samples[index] = keeps ? samples[index] - order.median : order.median
    }
    return Signal(samples: samples, sampleRate: signal.sampleRate, startTime: signal.startTime)
  }
}
