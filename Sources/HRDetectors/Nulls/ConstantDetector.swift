package import HRPlugins
package import HRSignals

/// Always says the same rate: what a method scores that never looks at the signal.
///
/// A detector whose error is not clearly below this one's has shown nothing; on people at rest the bar is high.
package struct ConstantDetector: WindowDetector {
  package struct Parameters: ParameterSet {
    package var bpm = 70.0

    package init() {}

    package static let table: [Parameter<Self>] = [
      Parameter("bpm", \.bpm, in: 3...300, "The rate it says.")
    ]
  }

  package static let info = PluginInfo("constant", version: 1, "Always the same rate: the null detector.")
  package static let measurands = Measurand.allCases
  package static let inputs = [ChannelKind.ppg]

  private let bpm: Double

  package init(_ parameters: Parameters) {
    bpm = parameters.bpm
  }

  package var rangeBPM: ClosedRange<Double>? { bpm...bpm }

  package func estimate(in window: Window) -> Estimate { .bpm(bpm) }
}
