internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The share of the wave's power in the band of most resting hearts.
///
/// Power in 1–2.25 Hz over power in 0–8 Hz, edges included, of the whole wave without its least-squares line, under a
/// Hann window and padded with zeros to the next power of two. The paper's power spectrum is not specified further; the
/// line is taken off because 0 Hz belongs to the whole and an offset would be all of it.
///
/// - Note: A pulse below 60 or above 135 beats per minute is outside the numerator. `nil` for less than 2 s.
struct RelativePowerIndex: QualityIndex {
  struct Parameters: ParameterSet {
    var lowHz = 1.0
    var highHz = 2.25
    var wholeHz = 8.0

    static let table: [Parameter<Self>] = [
      Parameter("lowHz", \.lowHz, in: 0.1...4, "Lower edge of the pulse's band."),
      Parameter("highHz", \.highHz, in: 0.5...8, "Upper edge of the pulse's band."),
      Parameter("wholeHz", \.wholeHz, in: 1...50, "Upper edge of the whole; its lower one is 0."),
    ]

    var conflicts: [String] {
      lowHz < highHz && highHz <= wholeHz ? [] : ["lowHz, highHz and wholeHz must ascend"]
    }
  }

  static let info = PluginInfo(
    "relativePower", version: 1, "Power in 1–2.25 Hz over power in 0–8 Hz.",
    source: "M. Elgendi, Bioengineering 3:21, 2016")
  static let better = QualityDirection.higher
  static let unit = "share"

  let parameters: Parameters

  func value(of wave: Signal) -> Double? {
    guard let readable = try? BeatRate.readable(wave) else { return nil }
    let spectrum = WaveSpectrum.ofNextPowerOfTwo(
      taperedWithoutLine(readable.samples[...]), sampleRate: wave.sampleRate)
    let whole = spectrum.sum(0...parameters.wholeHz)
    return whole > 0 ? spectrum.sum(parameters.lowHz...parameters.highHz) / whole : nil
  }
}
