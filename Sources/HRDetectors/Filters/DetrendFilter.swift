package import HRPlugins
package import HRSignals

/// Takes the slow drift out: a straight line fitted to the whole signal, or a centred moving average.
///
/// The line is the least-squares one. The average is that of ``MovingAverageFilter`` over `windowSeconds`; what is
/// slower than about 1 / (2 · windowSeconds) Hz goes with it.
package struct DetrendFilter: Filter {
  package enum Method: String, CaseIterable, Sendable {
    case linear, movingAverage
  }

  package struct Parameters: ParameterSet {
    package var method = Method.linear
    package var windowSeconds = 2.0

    package init() {}

    package static let table: [Parameter<Self>] = [
      Parameter("method", \.method, "What is taken for the drift."),
      Parameter("windowSeconds", \.windowSeconds, in: 0.1...60, "Length of the moving average, centred."),
    ]
  }

  package static let info = PluginInfo(
    "detrend", version: 1, "Takes out a straight line or a centred moving average.")

  private let parameters: Parameters

  package init(_ parameters: Parameters) {
    self.parameters = parameters
  }

  package var causality: Causality {
    switch parameters.method {
    case .linear: .lookAhead(seconds: .infinity)
    case .movingAverage: .lookAhead(seconds: parameters.windowSeconds / 2)
    }
  }

  package func apply(to signal: Signal) -> Signal {
    let drift =
      switch parameters.method {
      case .linear: signal.samples.fittedLine
      case .movingAverage: signal.centredMeans(windowSeconds: parameters.windowSeconds)
      }
    return Signal(
      samples: zip(signal.samples, drift).map { $0 - $1 }, sampleRate: signal.sampleRate,
      startTime: signal.startTime)
  }
}

extension [Double] {
  /// The least-squares line through the samples, at each of them; of one sample, itself.
  var fittedLine: [Double] {
    guard count > 1 else { return self }
    let middle = Double(count - 1) / 2
    let mean = reduce(0, +) / Double(count)
    var products = 0.0
    var squares = 0.0
    for (index, value) in enumerated() {
      let place = Double(index) - middle
      products += place * (value - mean)
      squares += place * place
    }
    let slope = products / squares
    return indices.map { mean + slope * (Double($0) - middle) }
  }
}
