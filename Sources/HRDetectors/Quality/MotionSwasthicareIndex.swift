internal import HRPlugins
internal import HRSignals

/// The red-channel guide's rule of motion over the whole wave: the mean absolute difference of neighbouring samples.
///
/// The guide uses its newest 10 frames and warns above 15. The unit is the wave's: codes of an 8-bit camera per frame.
/// Uneven samples are first put at their nominal rate. A missing sample leaves out both differences that contain it;
/// with fewer than two neighbours there is no value.
struct MotionSwasthicareIndex: QualityIndex {
  static let info = PluginInfo(
    "motion.swasthicare", version: 1, "How much neighbouring samples differ; the guide warns above 15.",
    source: "red-channel camera guide (SwasthiCare)")
  static let better = QualityDirection.lower
  static let unit = "per sample"
  static let extractors = ["red", "ppg"]

  init(parameters: NoParameters) {}

  func value(of wave: Signal) -> Double? {
    let steps = zip(wave.samples.dropFirst(), wave.samples).map { abs($0 - $1) }.filter(\.isFinite)
    return steps.isEmpty ? nil : steps.reduce(0, +) / Double(steps.count)
  }
}
