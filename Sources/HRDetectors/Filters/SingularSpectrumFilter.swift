internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Reconstructs the signal from a few recurring patterns; see ``singularSpectrumDenoised(_:embedding:components:)``.
///
/// The patterns are as long as `embeddingSeconds`, rounded down to samples, but at most 100 samples: above 333 samples
/// per second they are shorter than the default asks. The drift takes one or two of the components, every sine two. The
/// whole signal makes the patterns, so every sample depends on all others. A sample that is not a number counts as the
/// last one before it that is. Where there are as many components as samples in a pattern, nothing changes.
struct SingularSpectrumFilter: SampleFilter {
  struct Parameters: ParameterSet {
    var embeddingSeconds = 0.3
    var components = 4

    static let table: [Parameter<Self>] = [
      Parameter("embeddingSeconds", \.embeddingSeconds, in: 0.05...4, "Length of the patterns."),
      Parameter("components", \.components, in: 1...50, "How many of the strongest patterns are kept."),
    ]
  }

  static let info = PluginInfo(
    "ssa", version: 1, "Keeps the strongest patterns of singular spectrum analysis.",
    source: "R. Vautard, P. Yiou and M. Ghil, Physica D 58, 1992")

  let causality = Causality.lookAhead(seconds: .infinity)
  private static let mostSamples = 100
  let parameters: Parameters

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    let embedding = Int(
      saturating: (parameters.embeddingSeconds * sampleRate + TimeRange.slack).rounded(.down))
    return singularSpectrumDenoised(
      samples, embedding: min(embedding, Self.mostSamples), components: parameters.components)
  }
}
