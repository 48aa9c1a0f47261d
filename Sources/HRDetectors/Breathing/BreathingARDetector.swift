internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The strongest line of an autoregressive model of the breathing wave.
///
/// Burg's recursion with eight coefficients on the wave at four samples per second (``BurgModel``); of the spectrum's
/// local maxima between 4 breaths per minute and 60 or half the heart rate the one with the most power, found as in
/// ``BurgDetector``. RRest takes the angle of the largest pole instead; close poles pull each other's angles. No
/// maximum in the band: ``Abstention/noPeak``. Confidence: the share of the wave's power that the model predicts.
struct BreathingARDetector: BreathingDetector {
  static let info = PluginInfo(
    "breathing.ar", version: 2,
    "Breathing rate: strongest line of an autoregressive model of what breathing does to the beats.",
    source: "S. G. Fleming and L. Tarassenko, Int. J. Biological and Life Sciences 2(4), 2006; RRest (ARM)")

  let parameters: ModulationParameters

  private static let order = 8
  private static let transform = RealFFT(count: 1024)

  func estimate(of wave: RespiratorySignal) -> Estimate {
    guard wave.signal.count > 4 * Self.order,
      let model = BurgModel(of: wave.signal.samples, order: Self.order)
    else { return .abstained(.flatSignal) }
    guard
      let line = model.strongestLine(
        in: wave.bandHz, sampleRate: wave.signal.sampleRate, transform: Self.transform)
    else { return .abstained(.noPeak) }
    return .bpm(60 * line.turns * wave.signal.sampleRate, confidence: model.explainedShare)
  }
}
