internal import HRPlugins
internal import HRSignals

/// The pulse as a part of the light: 100 · (largest − least of the wave in 0.5–8 Hz) / |mean of the raw wave|.
///
/// The band is ``PulseBand``'s. The whole wave counts, so one knock sets the range.
///
/// - Note: Needs a raw wave with its offset, such as a camera's channel; of a wave whose offset was taken off it is the
///   range over almost nothing. `nil` for a mean of 0.
struct PerfusionIndex: QualityIndex {
  static let info = PluginInfo(
    "perfusion", version: 1, "The pulse's range over the mean level.",
    source: "M. Elgendi, Bioengineering 3:21, 2016; NeuroKit's ppg_quality")
  static let better = QualityDirection.higher
  static let unit = "per cent"

  init(parameters: NoParameters) {}

  func value(of wave: Signal) -> Double? {
    guard let clean = PulseBand.cleaned(wave), let low = clean.samples.min(), let high = clean.samples.max()
    else { return nil }
    let raw = wave.samples.holdingOverGaps
    let mean = raw.reduce(0, +) / Double(raw.count)
    return mean == 0 ? nil : 100 * (high - low) / abs(mean)
  }
}
