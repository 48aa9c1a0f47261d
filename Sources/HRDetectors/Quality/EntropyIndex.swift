internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Evenness of the wave's values over the range between its least and its largest: one knock leaves most of it empty.
///
/// Shannon's entropy −Σ p·log p of the values' histogram, over its largest possible value log(bins): 0…1. The whole
/// wave counts, in 0.5–8 Hz (see ``PulseBand``); equal bins run from the least value to the largest, which itself
/// belongs to the last bin. Selvaraj et al. take 16 bins and find clean stretches higher than corrupted ones.
struct EntropyIndex: QualityIndex {
  struct Parameters: ParameterSet {
    var bins = 16

    static let table: [Parameter<Self>] = [
      Parameter("bins", \.bins, in: 2...256, "Bins of the histogram.")
    ]
  }

  static let info = PluginInfo(
    "entropy", version: 1, "Shannon entropy of the pulse wave's values.",
    source: "N. Selvaraj et al., IEEE EMBC 2011")
  static let better = QualityDirection.higher
  static let unit = "share"

  let parameters: Parameters

  func value(of wave: Signal) -> Double? {
    guard let clean = PulseBand.cleaned(wave), let low = clean.samples.min(), let high = clean.samples.max(),
      high > low
    else { return nil }
    var counts = Array(repeating: 0.0, count: parameters.bins)
    let scale = Double(parameters.bins) / (high - low)
    for value in clean.samples {
      counts[min(Int(saturating: (value - low) * scale), parameters.bins - 1)] += 1
    }
    var entropy = 0.0
    for count in counts where count > 0 {
      let share = count / Double(clean.count)
      entropy -= share * Double.log(share)
    }
    return entropy / Double.log(Double(parameters.bins))
  }
}
