internal import HRNumerics
internal import HRPlugins

/// The rate of a row of beats, and how even they are.
struct BeatRhythm: Sendable {
  let beats: [Double]
  /// 60 / median of the plausible intervals.
  let bpm: Double
  /// Mean over all intervals of their distance to that median as a share of it, each at most 1; 0 for a metronome.
  let unevenness: Double

  /// Rates to which an interval may correspond.
  static let plausibleBPM = 40.0...200.0

  /// - Parameter beats: seconds, ascending.
  /// - Throws: `tooFewBeats` for fewer than three, `noPlausibleInterval` without an interval between 40 and 200 bpm.
  init(_ beats: [Double]) throws(Abstention) {
    guard beats.count >= 3 else { throw .tooFewBeats }
    var intervals: [Double] = []
    var plausible: [Double] = []
    intervals.reserveCapacity(beats.count)
    plausible.reserveCapacity(beats.count)
    let secondsRange = (60 / Self.plausibleBPM.upperBound)...(60 / Self.plausibleBPM.lowerBound)
    for number in 1..<beats.count {
      let interval = beats[number] - beats[number - 1]
      intervals.append(interval)
      if secondsRange.contains(interval) { plausible.append(interval) }
    }
    let middle = plausible.count / 2
    guard let upper = kthSmallest(&plausible, middle) else { throw .noPlausibleInterval }
    // Selection leaves what is not above it on its left.
    let lower = plausible.count % 2 == 1 ? upper : plausible[..<middle].max() ?? upper
    let median = (lower + upper) / 2
    var distance = 0.0
    for interval in intervals { distance += min(abs(interval - median) / median, 1) }
    self.beats = beats
    bpm = 60 / median
    unevenness = distance / Double(intervals.count)
  }
}
