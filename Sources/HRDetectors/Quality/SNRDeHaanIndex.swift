internal import HRNumerics
internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Signal-to-noise ratio of de Haan and Jeanne, as the iPhys toolbox measures it, without a reference.
///
/// The wave without its mean under a Hamming window, padded with zeros to 120 s so that bins are half a beat per minute
/// apart. Signal is the power within 0.1 Hz of the rate and within 0.2 Hz of its double, noise all the rest of
/// 0.5–4 Hz; power outside counts for neither. Edges included.
///
/// The toolbox takes the rate from a reference. A quality index has none: the rate is the strongest bin of the same
/// spectrum in 0.65–4 Hz, so a strong movement is measured as if it were the pulse.
///
/// - Note: `nil` for less than 2 s and where there is no noise at all. Of a wave longer than 120 s the first 120 s
///   count.
struct SNRDeHaanIndex: QualityIndex, PlainPlugin {
  static let info = PluginInfo(
    "snr.deHaan", version: 1, "Power about the strongest rate and its double over the rest of 0.5–4 Hz.",
    source: "G. de Haan and V. Jeanne, IEEE Transactions on Biomedical Engineering 60, 2013; iPhys bvpsnr")
  static let better = QualityDirection.higher
  static let unit = "decibels"
  private static let searchHz = 0.65...4.0

  func value(of wave: Signal) -> Double? {
    guard let readable = try? BeatRate.readable(wave) else { return nil }
    let levelled = removingMean(
      Array(readable.samples.prefix(WaveSpectrum.halfBeatCount(wave.sampleRate))))
    let turn = 2 * Double.pi / Double(levelled.count)
    let spectrum = WaveSpectrum.ofHalfBeats(
      levelled.enumerated().map { $1 * (0.54 - 0.46 * Double.cos(turn * Double($0))) },
      sampleRate: wave.sampleRate)
    return spectrum.strongestHz(in: Self.searchHz).flatMap {
      spectrum.decibels(of: $0, within: 0.1, doubleWithin: 0.2, in: 0.5...4)
    }
  }
}

/// Signal-to-noise ratio as rPPG-Toolbox measures it, without a reference.
///
/// The wave is detrended by smoothness priors (λ = 100, whatever the rate), band-passed forward and backward
/// (Butterworth of order 1, 0.6–3.3 Hz) and padded with zeros to the next power of two; no window. Signal is the power
/// within 0.1 Hz of the rate and of its double (which counts beyond 3.3 Hz, too), noise the rest of 0.6–3.3 Hz.
///
/// The toolbox takes the rate from a reference of the same treatment; here it is the strongest bin of 0.6–3.3 Hz of the
/// wave itself, so a strong movement is measured as if it were the pulse. The toolbox takes 20·log₁₀ of the ratio of
/// the two powers, which is twice the decibels, and so does this.
///
/// - Note: `nil` for less than 2 s, and at rates below 6.6 Hz. Short waves are read coarsely: bins are the rate over
///   the power of two apart.
struct SNRRPPGToolboxIndex: QualityIndex, PlainPlugin {
  static let info = PluginInfo(
    "snr.rppgToolbox", version: 1,
    "Power about the strongest rate and its double over the rest of 0.6–3.3 Hz.",
    source: "X. Liu et al., NeurIPS 2023; rPPG-Toolbox post_process")
  static let better = QualityDirection.higher
  static let unit = "twice decibels"
  private static let bandHz = 0.6...3.3

  func value(of wave: Signal) -> Double? {
    guard let readable = try? BeatRate.readable(wave),
      let band = SecondOrderSections.butterworth(
        order: 1, band: .bandPass(Self.bandHz), sampleRate: wave.sampleRate
      )
    else { return nil }
    let spectrum = WaveSpectrum.ofNextPowerOfTwo(
      band.zeroPhase(smoothnessPriorsDetrended(readable.samples, lambda: 100)), sampleRate: wave.sampleRate)
    return spectrum.strongestHz(in: Self.bandHz).flatMap {
      spectrum.decibels(of: $0, within: 0.1, doubleWithin: 0.1, in: Self.bandHz, keepsDouble: true)
    }.map { 2 * $0 }
  }
}
