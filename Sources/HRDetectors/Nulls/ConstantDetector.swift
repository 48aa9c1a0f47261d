internal import HRPlugins
internal import HRSignals

/// Always returns the same rate: the score of a method that never uses the signal.
///
/// A detector whose error is not clearly below this one's has shown nothing; on people at rest the bar is high.
struct ConstantDetector: WindowDetector {
  struct Parameters: ParameterSet {
    var bpm = 70.0

    static let table: [Parameter<Self>] = [
      Parameter("bpm", \.bpm, in: 3...300, "The rate it says.")
    ]
  }

  static let info = PluginInfo(
    "constant", version: 1, "Always the same rate: the null detector.", tunedOn: .nothing)
  static let measurands = Measurand.allCases

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { parameters.bpm...parameters.bpm }

  func estimate(in window: Window) -> Estimate { .bpm(parameters.bpm) }
}
