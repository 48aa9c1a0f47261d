internal import HRNumerics
internal import HRPlugins
internal import HRSignals

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
struct SNRRPPGToolboxIndex: QualityIndex {
  static let info = PluginInfo(
    "snr.rppgToolbox", version: 1,
    "Power about the strongest rate and its double over the rest of 0.6–3.3 Hz.",
    source: "X. Liu et al., NeurIPS 2023; rPPG-Toolbox post_process")
  static let better = QualityDirection.higher
  static let unit = "twice decibels"
  private static let bandHz = 0.6...3.3

  init(parameters: NoParameters) {}

  func value(of wave: Signal) -> Double? {
    guard case .success(let readable) = BeatRate.readable(wave),
      let band = SecondOrderSections.butterworth(
        order: 1, band: .bandPass(Self.bandHz.lowerBound, Self.bandHz.upperBound), sampleRate: wave.sampleRate
      )
    else { return nil }
    let spectrum = WaveSpectrum.ofNextPowerOfTwo(
      band.zeroPhase(smoothnessPriorsDetrended(readable.samples, lambda: 100)), sampleRate: wave.sampleRate)
    return spectrum.strongestHz(in: Self.bandHz).flatMap {
      spectrum.decibels(of: $0, within: 0.1, doubleWithin: 0.1, in: Self.bandHz, keepsDouble: true)
    }.map { 2 * $0 }
  }
}
