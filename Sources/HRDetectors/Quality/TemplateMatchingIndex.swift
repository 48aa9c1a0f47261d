internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Similarity of the beats: the mean correlation of each beat with the mean beat.
///
/// Orphanidou et al.: beats are found (here by ``ERMADetector``, with its defaults, on the raw wave); the window is
/// refused unless the rate is 40–180 beats per minute, no gap between beats exceeds 3 s, and the longest interval is at
/// most 2.2 times the shortest. Then each beat is cut out about its peak, as wide as the median interval; the template
/// is the mean of these; the index is the mean of their Pearson correlations with it. The paper accepts 0.86 and above
/// of a pulse wave. A refused window is given 0.
///
/// The beats are cut from the wave in 0.5–8 Hz (see ``PulseBand``), half the width rounded down either side of the
/// peak; a beat that reaches over an end of the wave is left out. The rate is 60 over the mean interval. The paper's
/// windows are of 10 s, and it does not say which band they had.
///
/// - Note: Regular movement is as alike as regular beats. `nil` for less than 2 s, a flat wave, fewer than three beats.
struct TemplateMatchingIndex: QualityIndex, PlainPlugin {
  static let info = PluginInfo(
    "templateMatching", version: 1, "Mean correlation of the beats with their mean.",
    source: "C. Orphanidou et al., IEEE Journal of Biomedical and Health Informatics 19, 2015")
  static let better = QualityDirection.higher
  static let extractors = BeatRate.extractors
  static let unit = "correlation"

  private static let plausibleBPM = 40.0...180.0
  private static let longestGapSeconds = 3.0
  private static let largestRatio = 2.2

  private let detector = ERMADetector(parameters: .init())

  func value(of wave: Signal) -> Double? {
    guard let readable = try? BeatRate.readable(wave), let clean = PulseBand.cleaned(wave) else {
      return nil
    }
    let beats = detector.beats(in: readable)
    guard beats.count >= 3 else { return nil }
    let intervals = zip(beats.dropFirst(), beats).map { $0 - $1 }
    let (shortest, longest) = (intervals.min() ?? 0, intervals.max() ?? 0)
    let bpm = 60 * Double(intervals.count) / (beats[beats.count - 1] - beats[0])
    guard Self.plausibleBPM.contains(bpm), longest <= Self.longestGapSeconds,
      longest <= Self.largestRatio * shortest
    else { return 0 }
    return median(intervals).flatMap { Self.meanCorrelation(of: clean, beats: beats, widthSeconds: $0) }
  }

  static func meanCorrelation(of wave: Signal, beats: [Double], widthSeconds: Double) -> Double? {
    let half = Int(saturating: (widthSeconds * wave.sampleRate / 2).rounded(.down))
    let starts = beats.map { Int(saturating: (($0 - wave.startTime) * wave.sampleRate).rounded()) - half }
      .filter { $0 >= 0 && $0 + 2 * half < wave.count }
    guard starts.count >= 2, half > 0 else { return nil }
    let width = 2 * half + 1
    var template = Array(repeating: 0.0, count: width)
    for start in starts {
      for index in 0..<width { template[index] += wave.samples[start + index] / Double(starts.count) }
    }
    return starts.reduce(0) { $0 + pearsonCorrelation(template[...], wave.samples[$1..<$1 + width]) }
      / Double(starts.count)
  }
}
