internal import HRPlugins
internal import HRSignals

/// Twice `fft`'s rate: wrong on purpose.
///
/// The score of a detector that counts the dicrotic wave as a beat. Metrics that forgive octaves, and kinds of error
/// that should name them, are tested on it. Confidence and abstentions are `fft`'s.
struct DoubleDetector: CompositeDetector {
  static let info = PluginInfo("double", version: 1, "Twice the spectral rate: wrong on purpose.")
  static let inputs = [ChannelKind.ppg]

  let components = [Component(FFTDetector.self, FFTDetector.Parameters())]

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { FFTDetector.Parameters().bandBPM.scaled(by: 2) }

  func estimate(from estimates: [Estimate]) -> Estimate { estimates.first.scaled(by: 2) }
}

extension ClosedRange<Double> {
  func scaled(by factor: Double) -> ClosedRange<Double> { factor * lowerBound...factor * upperBound }
}

extension Estimate? {
  /// The estimate with another rate; `noReading` for none at all.
  func scaled(by factor: Double) -> Estimate {
    guard let self else { return .abstained(.noReading) }
    guard let bpm = self.bpm else { return self }
    return .bpm(factor * bpm, confidence: self.confidence)
  }
}
