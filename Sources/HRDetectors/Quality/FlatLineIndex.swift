internal import HRPlugins
internal import HRSignals

/// The share of the wave that is constant: a sensor off, a frame repeated, a gap filled with the last value.
///
/// Samples in runs of equal values (each no further than `tolerance` from the one before) that last at least
/// `leastSeconds`, over all samples. A run of n samples lasts n / rate, and at least two samples. A sample that is not
/// a number counts as the last one before it that is, and so as still.
struct FlatLineIndex: QualityIndex {
  struct Parameters: ParameterSet {
    var leastSeconds = 0.2
    var tolerance = 0.0

    static let table: [Parameter<Self>] = [
      Parameter("leastSeconds", \.leastSeconds, in: 0...10, "Shorter runs do not count."),
      Parameter("tolerance", \.tolerance, in: 0...1e6, "Largest step inside a run, in the wave's unit."),
    ]
  }

  static let info = PluginInfo(
    "flatLine", version: 1, "Share of samples in runs that stand still.")
  static let better = QualityDirection.lower
  static let unit = "share"

  let parameters: Parameters

  func value(of wave: Signal) -> Double? {
    guard wave.count > 0 else { return nil }
    let samples = wave.samples.holdingOverGaps
    let least = max(
      2, Int(saturating: (parameters.leastSeconds * wave.sampleRate - TimeRange.slack).rounded(.up)))
    var (still, run) = (0, 1)
    for index in 1...samples.count {
      if index < samples.count, abs(samples[index] - samples[index - 1]) <= parameters.tolerance {
        run += 1
        continue
      }
      if run >= least { still += run }
      run = 1
    }
    return Double(still) / Double(samples.count)
  }
}

/// The red-channel guide's rule of motion over the whole wave: the mean absolute difference of neighbouring samples.
///
/// The guide uses its newest 10 frames and warns above 15. The unit is the wave's: codes of an 8-bit camera per frame.
/// Uneven samples are first put at their nominal rate. A missing sample leaves out both differences that contain it;
/// with fewer than two neighbours there is no value.
struct MotionSwasthicareIndex: QualityIndex, PlainPlugin {
  static let info = PluginInfo(
    "motion.swasthicare", version: 1, "How much neighbouring samples differ; the guide warns above 15.",
    source: "red-channel camera guide (SwasthiCare)")
  static let better = QualityDirection.lower
  static let unit = "per sample"
  static let extractors = ["red", "ppg"]

  func value(of wave: Signal) -> Double? {
    let steps = zip(wave.samples.dropFirst(), wave.samples).map { abs($0 - $1) }.filter(\.isFinite)
    return steps.isEmpty ? nil : steps.reduce(0, +) / Double(steps.count)
  }
}
