internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Takes the slow drift out: a straight line fitted to the whole signal, or a centred moving average.
///
/// The line is the least-squares one. The average is that of ``MovingAverageFilter`` over `windowSeconds`; what is
/// slower than about 1 / (2 · windowSeconds) Hz goes with it. A sample that is not a number counts as the last one
/// before it that is.
struct DetrendFilter: Filter {
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

  func apply(to signal: Signal) -> Signal {
    let signal = signal.holdingOverGaps
    let samples: [Double] =
      switch parameters.method {
      case .linear: removingLine(signal.samples)
      case .movingAverage:
        zip(signal.samples, signal.centredMeans(windowSeconds: parameters.windowSeconds)).map {
          $0 - $1
        }
      }
    return Signal(
      samples: samples, sampleRate: signal.sampleRate,
      startTime: signal.startTime)
  }
}
