internal import HRPlugins
internal import HRSignals

/// Skewness of the wave: positive for sharp peaks upward and wide troughs, as of a clean pulse with its peaks upward.
///
/// Mean over segments of 3 s of mean(((x − μ) / σ)³), with divisor n, of the wave in 0.5–8 Hz (see ``PulseBand``); a
/// rest shorter than a segment does not count. Elgendi's choice among eight indices, for segments of that length. The
/// paper does not say what band its recordings had; this one is NeuroKit's.
///
/// - Note: A light channel of a camera has its peaks downward: read it with `polarity: either`, the size of the lean.
struct SkewnessIndex: QualityIndex {
  enum Polarity: String, CaseIterable, Sendable {
    case upward
    /// The size of the skewness counts.
    case either
  }

  struct Parameters: ParameterSet {
    var segmentSeconds = 3.0
    var polarity = Polarity.upward

    static let table: [Parameter<Self>] = [
      Parameter("segmentSeconds", \.segmentSeconds, in: 1...60, "Length of the segments that are averaged."),
      Parameter("polarity", \.polarity, "Peaks upward, or either way up."),
    ]
  }

  static let info = PluginInfo(
    "skewness", version: 1, "Skewness of the pulse wave in segments of 3 s.",
    source: "M. Elgendi, Bioengineering 3:21, 2016")
  static let better = QualityDirection.higher
  static let extractors = BeatRate.extractors
  static let unit = ""

  let parameters: Parameters

  func value(of wave: Signal) -> Double? {
    guard let clean = PulseBand.cleaned(wave),
      let skewness = PulseBand.segmentMoment(3, of: clean, segmentSeconds: parameters.segmentSeconds)
    else { return nil }
    return parameters.polarity == .either ? abs(skewness) : skewness
  }
}

/// Kurtosis, the weight of the wave's tails: 1.5 for a sine, 3 for normal noise, far more if there is a knock.
///
/// Mean over segments of mean(((x − μ) / σ)⁴), with divisor n and 3 not taken off, of the wave in 0.5–8 Hz (see
/// ``PulseBand``). Selvaraj et al. found it higher in corrupted stretches than in clean ones.
struct KurtosisIndex: QualityIndex {
  struct Parameters: ParameterSet {
    var segmentSeconds = 3.0

    static let table: [Parameter<Self>] = [
      Parameter("segmentSeconds", \.segmentSeconds, in: 1...60, "Length of the segments that are averaged.")
    ]
  }

  static let info = PluginInfo(
    "kurtosis", version: 1, "Kurtosis of the pulse wave.",
    source: "N. Selvaraj et al., IEEE EMBC 2011; M. Elgendi, Bioengineering 3:21, 2016")
  static let better = QualityDirection.lower
  static let unit = ""

  let parameters: Parameters

  func value(of wave: Signal) -> Double? {
    PulseBand.cleaned(wave).flatMap {
      PulseBand.segmentMoment(4, of: $0, segmentSeconds: parameters.segmentSeconds)
    }
  }
}
