internal import HRPlugins
internal import HRSignals

/// ``QPPGDetector`` under the name of its second program (`qppgfast`).
///
/// The PhysioNet Cardiovascular Signal Toolbox has the method twice: `qppg_fast` passes the state of `qppg` on as
/// arguments instead of keeping it in global variables. The arithmetic is the same, so the beats are; in a table both
/// rows must be equal.
struct QPPGFastDetector: BeatDetector {
  static let info = PluginInfo(
    "qppgfast", version: 1, "The beats of qppg, under the name of its faster program.",
    source: "A. N. Vest et al., Physiological Measurement 39(10), 2018; ppg-beats")

  static let leastSeconds = QPPGDetector.leastSeconds

  private let detector: QPPGDetector

  init(parameters: QPPGDetector.Parameters) {
    detector = QPPGDetector(parameters: parameters)
  }

  func beats(in wave: Signal) -> [Double] { detector.beats(in: wave) }
}
