internal import HRPlugins
internal import HRSignals

/// Counts the breaths of the breathing wave.
///
/// The wave between 0.05 and 1 Hz (``Breaths``), its maxima above 0.2 of their heights' upper quartile with a descent
/// below zero between neighbours ("count-orig"). The rate is 60 over the mean interval between them that is within 30 %
/// of the median (as ``BeatRate`` does for beats). Fewer than three breaths: ``Abstention/tooFewBeats``. Confidence:
/// one minus the mean distance of the intervals to their median as a share of it. Breath times come with the estimate.
struct BreathingCountDetector: BreathingDetector {
  static let info = PluginInfo(
    "breathing.count", version: 1, "Breathing rate: breaths counted in what breathing does to the beats.",
    source: "A. Schäfer and K. W. Kratky, Annals of Biomedical Engineering 36(3):476-485, 2008")

  let parameters: ModulationParameters

  func estimate(of wave: RespiratorySignal) -> Estimate {
    BeatRate.estimate(from: Breaths.counted(wave.signal), plausibleBPM: RespiratoryWave.plausibleBPM)
  }
}
