internal import HRPlugins
internal import HRSignals

/// Leaves the signal as it is; a name for "no filter" in sweeps and tables.
struct NoFilter: Filter, PlainPlugin {
  static let info = PluginInfo("none", version: 1, "Leaves the signal as it is.", tunedOn: .nothing)
  let causality = Causality.causal

  func apply(to signal: Signal) -> Signal { signal }
}

/// Turns the wave upside down: every sample becomes its negative.
///
/// A light channel's pulse is a dip (more blood, less light); beat detectors that search the steep rise or the high
/// peak of a pulse need it upwards. A sample that is not a number stays so.
struct InvertFilter: Filter, PlainPlugin {
  static let info = PluginInfo("invert", version: 1, "Turns the wave upside down.", tunedOn: .nothing)
  let causality = Causality.causal

  func apply(to signal: Signal) -> Signal {
    signal.replacing(signal.samples.map { -$0 })
  }
}
