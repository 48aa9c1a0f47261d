internal import HRPlugins
internal import HRSignals

/// Half of `fft`'s rate: wrong on purpose, as a detector that misses every other beat. See ``DoubleDetector``.
struct HalfDetector: CompositeDetector {
  static let info = PluginInfo("half", version: 1, "Half the spectral rate: wrong on purpose.")
  static let inputs = [ChannelKind.ppg]

  let components = [Component(FFTDetector.self, FFTDetector.Parameters())]

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { FFTDetector.Parameters().bandBPM.scaled(by: 0.5) }

  func estimate(from estimates: [Estimate]) -> Estimate { estimates.first.scaled(by: 0.5) }
}
