internal import HRPlugins
internal import HRSignals

/// Leaves the signal as it is; a name for "no filter" in sweeps and tables.
struct NoFilter: Filter {
  static let info = PluginInfo("none", version: 1, "Leaves the signal as it is.", tunedOn: .nothing)
  let causality = Causality.causal

  init(parameters: NoParameters) {}

  func apply(to signal: Signal) -> Signal { signal }
}
