public import HRPlugins
public import HRSignals

/// Rise of the wave over a time span; 0 if it has fallen.
///
/// y[i] = max(0, x[i] − x[i − k]), with k the samples of `spanSeconds`, at least one; before the k-th sample the
/// first one counts as x[i − k]. Systolic upstrokes become bumps, drift nearly vanishes, the diastole is removed.
public struct RiseFilter: Filter {
  public struct Parameters: ParameterSet {
    public var spanSeconds = 0.1

    public init() {}

    public static let table: [Parameter<Self>] = [
      Parameter("spanSeconds", \.spanSeconds, in: 0.01...0.5, "How far back the rise is counted from.")
    ]
  }

  public static let info = PluginInfo("rise", version: 1, "How far the wave has risen within a while.")

  private let spanSeconds: Double

  public init(parameters: Parameters) {
    spanSeconds = parameters.spanSeconds
  }

  public var causality: Causality { .causal }

  public func apply(to signal: Signal) -> Signal {
    let span = max(1, Int((spanSeconds * min(signal.sampleRate, 1e6)).rounded()))
    var risen = signal
    for index in signal.samples.indices {
      risen.samples[index] = max(0, signal.samples[index] - signal.samples[max(0, index - span)])
    }
    return risen
  }
}
