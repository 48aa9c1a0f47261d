internal import HRPlugins
internal import HRSignals

/// Turns the wave upside down: every sample becomes its negative.
///
/// A light channel's pulse is a dip (more blood, less light); beat detectors that search the steep rise or the high
/// peak of a pulse need it upwards. A sample that is not a number stays so.
struct InvertFilter: Filter {
  static let info = PluginInfo("invert", version: 1, "Turns the wave upside down.", tunedOn: .nothing)
  let causality = Causality.causal

  init(parameters: NoParameters) {}

  func apply(to signal: Signal) -> Signal {
    Signal(
      samples: signal.samples.map { -$0 }, sampleRate: signal.sampleRate,
      startTime: signal.startTime)
  }
}
