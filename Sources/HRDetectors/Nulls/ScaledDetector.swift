internal import HRPlugins

/// A multiple of `fft`'s rate, with its confidence and abstentions: wrong on purpose.
protocol ScaledDetector: CompositeDetector, PlainPlugin {
  static var factor: Double { get }
}

extension ScaledDetector {
  var rangeBPM: ClosedRange<Double>? {
    FFTDetector.usual.rangeBPM.map { Self.factor * $0.lowerBound...Self.factor * $0.upperBound }
  }

  func estimate(from estimates: [Estimate]) -> Estimate {
    guard let reading = estimates.first else { return .abstained(.noReading) }
    return reading.bpm.map { .bpm(Self.factor * $0, confidence: reading.confidence) } ?? reading
  }
}

/// Twice `fft`'s rate: wrong on purpose.
///
/// The score of a detector that counts the dicrotic wave as a beat. Metrics that forgive octaves, and kinds of error
/// that should name them, are tested on it. Confidence and abstentions are `fft`'s.
struct DoubleDetector: ScaledDetector {
  static let info = PluginInfo("double", version: 1, "Twice the spectral rate: wrong on purpose.")
  static let factor = 2.0
  let components = [Component(FFTDetector.self, FFTDetector.Parameters())]
}

/// Half of `fft`'s rate: wrong on purpose, as a detector that misses every other beat. See ``DoubleDetector``.
struct HalfDetector: ScaledDetector {
  static let info = PluginInfo("half", version: 1, "Half the spectral rate: wrong on purpose.")
  static let factor = 0.5
  let components = [Component(FFTDetector.self, FFTDetector.Parameters())]
}
