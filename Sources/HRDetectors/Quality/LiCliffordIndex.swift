internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Share of acceptable beats, each judged by three comparisons with a template and a check for clipping.
///
/// Li and Clifford, in the reading of the PhysioNet Cardiovascular Signal Toolbox. A beat runs from its onset to the
/// next, at most 3 s; onsets are ``QPPGDetector``'s on the raw wave. The template is the mean of the beats, as long as
/// the median interval; the mean of those that correlate with it by more than 0.8, if they are more than half. Each
/// beat has four marks of 0…100:
/// 1. its correlation with the template over the template's length from the onset;
/// 2. its correlation when it is stretched to that length;
/// 3. its correlation when it is warped onto the template, both scaled to 0…1;
/// 4. the share of its steps that are not still, for clipping.
///
/// Negative correlations are 0. A beat is acceptable if three marks reach 90, or all reach 70, or the median of the
/// first three reaches 80, the first 50 and the last 70. (The toolbox sets excellent beats apart, too.)
///
/// Departures: the template's length is the median interval itself, not the nearest maximum of the autocorrelation;
/// beats are stretched by straight lines, not splines; samples are warped, not the pieces of a piecewise linear copy;
/// marks are not rounded; a step is still if it is 0, not if it is below 0.5 of the monitor's units; a beat closer to
/// the wave's end than the template's length is left out; there is no earlier template to fall back upon.
///
/// - Note: An onset is the lowest point of the wave before its rise: on a flat foot noise moves it, and beats that are
///   alike begin at different places. Noise therefore costs more here than in ``TemplateMatchingIndex``.
/// - Note: Waves above 125 samples per second are thinned to about that many (every n-th sample): the warping takes the
///   square of a beat's samples. `nil` for less than the 8 s that `qppg` learns from, a flat wave, and fewer than three
///   beats.
struct LiCliffordIndex: QualityIndex, PlainPlugin {
  static let info = PluginInfo(
    "templateMatching.liClifford", version: 1, "Share of beats like the template by three comparisons.",
    source:
      "Q. Li and G. D. Clifford, Physiological Measurement 33, 2012; PhysioNet Cardiovascular Signal Toolbox")
  static let better = QualityDirection.higher
  static let extractors = BeatRate.extractors
  static let unit = "share"

  private static let longestBeatSeconds = 3.0
  private static let workingRate = 125.0
  private let detector = QPPGDetector(parameters: .init())

  func value(of wave: Signal) -> Double? {
    guard let readable = try? BeatRate.readable(wave, atLeast: QPPGDetector.leastSeconds) else {
      return nil
    }
    let step = max(1, Int(saturating: wave.sampleRate / Self.workingRate))
    let rate = wave.sampleRate / Double(step)
    let samples = stride(from: 0, to: readable.count, by: step).map { readable.samples[$0] }
    let onsets = detector.beats(in: readable)
      .map { Int(saturating: (($0 - wave.startTime) * rate).rounded()) }
      .filter { samples.indices.contains($0) }
    return Self.acceptableShare(
      of: samples, onsets: onsets, longestBeat: Int(saturating: Self.longestBeatSeconds * rate))
  }

  /// - Parameter onsets: places in the samples, ascending.
  static func acceptableShare(of samples: [Double], onsets: [Int], longestBeat: Int) -> Double? {
    let intervals = zip(onsets.dropFirst(), onsets).map { $0 - $1 }
    guard onsets.count >= 3, let typical = median(intervals.map(Double.init)) else { return nil }
    let length = Int(saturating: typical.rounded())
    let beats = zip(onsets, intervals).filter { $0 + length <= samples.count && $1 > 1 }
      .map { (start: $0, count: min($1, longestBeat)) }
    guard length > 2, beats.count >= 2 else { return nil }
    let template = template(of: samples, starts: beats.map(\.start), length: length)
    let marks = beats.map { beat in
      Marks(
        direct: samples[beat.start..<beat.start + length],
        beat: Array(samples[beat.start..<beat.start + beat.count]), template: template)
    }
    return Double(marks.filter(\.isAcceptable).count) / Double(marks.count)
  }

  private static func template(of samples: [Double], starts: [Int], length: Int) -> [Double] {
    func mean(_ starts: [Int]) -> [Double] {
      (0..<length).map { place in
        starts.reduce(0) { $0 + samples[$1 + place] } / Double(starts.count)
      }
    }
    let first = mean(starts)
    let alike = starts.filter { pearsonCorrelation(first[...], samples[$0..<$0 + length]) > 0.8 }
    return 2 * alike.count > starts.count ? mean(alike) : first
  }

  /// A beat's four marks, 0…100.
  struct Marks {
    let direct, stretched, warped, moving: Double

    init(direct: ArraySlice<Double>, beat: [Double], template: [Double]) {
      self.direct = 100 * max(0, pearsonCorrelation(template[...], direct))
      let scale = Double(beat.count - 1) / Double(template.count - 1)
      let even = template.indices.map { index in
        let place = min(Double(index) * scale, Double(beat.count - 1))
        let before = min(Int(saturating: place), beat.count - 2)
        return beat[before] + (place - Double(before)) * (beat[before + 1] - beat[before])
      }
      stretched = 100 * max(0, pearsonCorrelation(template[...], even[...]))
      let target = Self.scaled(template)
      warped =
        100 * max(0, pearsonCorrelation(target[...], HRNumerics.warped(Self.scaled(beat), onto: target)[...]))
      let still = zip(beat.dropFirst(), beat).filter { $0 == $1 }.count
      moving = 100 * (1 - Double(still) / Double(beat.count - 1))
    }

    var isAcceptable: Bool {
      let marks = [direct, stretched, warped, moving]
      return marks.filter { $0 >= 90 }.count >= 3 || marks.allSatisfy { $0 >= 70 }
        || ([direct, stretched, warped].count { $0 >= 80 } >= 2 && direct >= 50 && moving >= 70)
    }

    /// Scales to 0…1; zeros for a flat row.
    private static func scaled(_ x: [Double]) -> [Double] {
      let (low, high) = (x.min() ?? 0, x.max() ?? 0)
      return x.map { high > low ? ($0 - low) / (high - low) : 0 }
    }
  }
}
