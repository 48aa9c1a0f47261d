package import HRPlugins
package import HRSignals

/// Half of `fft`'s rate: wrong on purpose, as a detector that misses every other beat. See ``DoubleDetector``.
package struct HalfDetector: CompositeDetector {
  package static let info = PluginInfo("half", version: 1, "Half the spectral rate: wrong on purpose.")
  package static let inputs = [ChannelKind.ppg]

  package let components = [Component(FFTDetector.self, FFTDetector.Parameters())]

  package init(_ parameters: NoParameters) {}

  package var rangeBPM: ClosedRange<Double>? { FFTDetector.Parameters().bandBPM.scaled(by: 0.5) }

  package func estimate(from estimates: [Estimate]) -> Estimate { estimates.first.scaled(by: 0.5) }
}
