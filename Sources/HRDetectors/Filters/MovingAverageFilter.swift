internal import HRNumerics
internal import HRPlugins

/// Smooths with a centred moving average: each sample becomes the mean of those within half a window of it.
///
/// The window holds 2⌊w · rate / 2⌋ + 1 samples, and at the ends of the signal as many of them as there are. A window
/// of `w` seconds wipes out 1 / w Hz and its multiples. A sample that is not a number counts as the last one before it
/// that is.
struct MovingAverageFilter: SampleFilter {
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

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    centredMeans(of: samples, parameters.windowSeconds, at: sampleRate)
  }
}

/// Means over a centred window of 2⌊windowSeconds · rate / 2⌋ + 1 samples, fewer at the ends of the signal.
func centredMeans(of samples: [Double], _ windowSeconds: Double, at sampleRate: Double) -> [Double] {
  movingAverage(samples, window: 2 * windowSeconds.halfCount(at: sampleRate) + 1)
}

/// Takes the slow drift out: a straight line fitted to the whole signal, or a centred moving average.
///
/// The line is the least-squares one. The average is that of ``MovingAverageFilter`` over `windowSeconds`; what is
/// slower than about 1 / (2 · windowSeconds) Hz goes with it. A sample that is not a number counts as the last one
/// before it that is.
struct DetrendFilter: SampleFilter {
  enum Method: String, CaseIterable, Sendable {
    case linear, movingAverage
  }

  struct Parameters: ParameterSet {
    var method = Method.linear
    var windowSeconds = 2.0

    static let table: [Parameter<Self>] = [
      Parameter("method", \.method, "What is taken for the drift."),
      Parameter(
        "windowSeconds", \.windowSeconds, in: 0.1...60, "Length of the moving average, centred."),
    ]
  }

  static let info = PluginInfo(
    "detrend", version: 1, "Takes out a straight line or a centred moving average.")

  let parameters: Parameters

  var causality: Causality {
    switch parameters.method {
    case .linear: .lookAhead(seconds: .infinity)
    case .movingAverage: .lookAhead(seconds: parameters.windowSeconds / 2)
    }
  }

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    switch parameters.method {
    case .linear: removingLine(samples)
    case .movingAverage:
      zip(samples, centredMeans(of: samples, parameters.windowSeconds, at: sampleRate)).map { $0 - $1 }
    }
  }
}
