internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Rate of the wave's changes of sign: two per beat for a clean one, more for a noisy one.
///
/// Of the wave in 0.5–8 Hz (see ``PulseBand``), per second of the wave; 0 counts as positive.
///
/// - Note: It rises with the heart rate, too: two per second are a clean pulse of 60 beats per minute or a noisy slower
///   one.
struct ZeroCrossingsIndex: QualityIndex, PlainPlugin {
  static let info = PluginInfo(
    "zeroCrossings", version: 1, "Changes of the pulse wave's sign.",
    source: "M. Elgendi, Bioengineering 3:21, 2016")
  static let better = QualityDirection.lower
  static let unit = "per second"

  func value(of wave: Signal) -> Double? {
    guard let clean = PulseBand.cleaned(wave) else { return nil }
    var (crossings, isNegative) = (0, clean.samples[0] < 0)
    for value in clean.samples where (value < 0) != isNegative {
      crossings += 1
      isNegative.toggle()
    }
    return Double(crossings) / clean.duration
  }
}

/// The pulse as a part of the light: 100 · (largest − least of the wave in 0.5–8 Hz) / |mean of the raw wave|.
///
/// The band is ``PulseBand``'s. The whole wave counts, so one knock sets the range.
///
/// - Note: Needs a raw wave with its offset, such as a camera's channel; of a wave whose offset was taken off it is the
///   range over almost nothing. `nil` for a mean of 0.
struct PerfusionIndex: QualityIndex, PlainPlugin {
  static let info = PluginInfo(
    "perfusion", version: 1, "The pulse's range over the mean level.",
    source: "M. Elgendi, Bioengineering 3:21, 2016; NeuroKit's ppg_quality")
  static let better = QualityDirection.higher
  static let unit = "per cent"

  func value(of wave: Signal) -> Double? {
    guard let clean = PulseBand.cleaned(wave), let low = clean.samples.min(), let high = clean.samples.max()
    else { return nil }
    let raw = wave.samples.holdingOverGaps
    let mean = raw.reduce(0, +) / Double(raw.count)
    return mean == 0 ? nil : 100 * (high - low) / abs(mean)
  }
}

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
