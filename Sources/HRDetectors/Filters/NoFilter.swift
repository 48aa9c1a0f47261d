package import HRPlugins
package import HRSignals

/// Leaves the signal as it is; a name for "no filter" in sweeps and tables.
package struct NoFilter: Filter {
  package static let info = PluginInfo("none", version: 1, "Leaves the signal as it is.")
  package let causality = Causality.causal

  package init(_ parameters: NoParameters) {}

  package func apply(to signal: Signal) -> Signal { signal }
}
