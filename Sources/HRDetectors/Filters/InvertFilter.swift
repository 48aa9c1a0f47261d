package import HRPlugins
package import HRSignals

/// Turns the wave upside down: every sample becomes its negative.
///
/// A light channel's pulse is a dip (more blood, less light); beat detectors that look for the steep rise or the high
/// peak of a pulse want it upwards. What is not a number stays so.
package struct InvertFilter: Filter {
  package static let info = PluginInfo("invert", version: 1, "Turns the wave upside down.")
  package let causality = Causality.causal

  package init(_ parameters: NoParameters) {}

  package func apply(to signal: Signal) -> Signal {
    Signal(
      samples: signal.samples.map { -$0 }, sampleRate: signal.sampleRate,
      startTime: signal.startTime)
  }
}
