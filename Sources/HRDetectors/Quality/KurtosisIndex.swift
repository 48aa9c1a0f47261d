internal import HRPlugins
internal import HRSignals

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
