internal import HRPlugins
internal import HRSignals

/// ``ATMaxDetector`` on the wave turned over: a rising line that meets the feet (`atmin`).
///
/// The feet are sharper in some recordings than the rounded tops, so the two are worth comparing. Constants, band-pass
/// and weak points are those of `atmax`.
///
/// - Note: The reading is ppg-beats' `atmin_beat_detector`, which is `atmax` with every sign changed.
struct ATMinDetector: BeatDetector {
  static let info = PluginInfo(
    "atmin", version: 1, "Feet where a rising adaptive line meets the wave.",
    source: "H. S. Shin, C. Lee, M. Lee, Computers in Biology and Medicine 39(12), 2009; ppg-beats (D. Han)")

  private let detector: ATMaxDetector

  init(parameters: ATMaxDetector.Parameters) {
    detector = ATMaxDetector(parameters: parameters)
  }

  func beats(in wave: Signal) -> [Double] { detector.turns(of: wave, sign: -1) }
}
