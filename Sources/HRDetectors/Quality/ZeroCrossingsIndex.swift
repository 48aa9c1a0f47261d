internal import HRPlugins
internal import HRSignals

/// Rate of the wave's changes of sign: two per beat for a clean one, more for a noisy one.
///
/// Of the wave in 0.5–8 Hz (see ``PulseBand``), per second of the wave; 0 counts as positive.
///
/// - Note: It rises with the heart rate, too: two per second are a clean pulse of 60 beats per minute or a noisy slower
///   one.
struct ZeroCrossingsIndex: QualityIndex {
  static let info = PluginInfo(
    "zeroCrossings", version: 1, "Changes of the pulse wave's sign.",
    source: "M. Elgendi, Bioengineering 3:21, 2016")
  static let better = QualityDirection.lower
  static let unit = "per second"

  init(parameters: NoParameters) {}

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
