internal import HRNumerics

/// Intervals between beats of one window.
package struct BeatIntervals: Equatable, Sendable {
  /// Time of the beat that ends each interval, in seconds, strictly ascending.
  package let endSeconds: [Double]
  /// Length of each interval in milliseconds.
  package let milliseconds: [Double]
  /// True for an interval that begins with the beat that ends the interval before it in the list; false for the first.
  package let follows: [Bool]

  /// Creates the intervals of a list, all of equal count; what the list says of the first one's `follows` is ignored.
  package init(milliseconds: [Double], endSeconds: [Double], follows: [Bool]) {
    precondition(
      milliseconds.count == endSeconds.count && milliseconds.count == follows.count,
      "one of each per interval")
    self.endSeconds = endSeconds
    self.milliseconds = milliseconds
    self.follows = follows.indices.map { $0 > 0 && follows[$0] }
  }

  /// Takes the intervals wholly inside a time range, by the rule of ``ReferenceReader``: pairs of beats further apart
  /// than 3 s or closer than 0.2 s are gaps, not intervals, and what comes after a gap does not follow.
  ///
  /// Lengths are rounded to a nanosecond, so that equal intervals stay equal however long the clock has run.
  ///
  /// - Parameters:
  ///   - beats: seconds, ascending.
  ///   - continues: false for a beat that does not follow the one before it (``Reference/AgreeingBeats``); as many as
  ///     beats.
  ///   - range: a beat at its end is outside.
  package init(beats: [Double], continues: [Bool]? = nil, in range: TimeRange) {
    let first = beats.firstIndex(notBefore: range.start - TimeRange.slack)
    let end = beats.firstIndex(notBefore: range.end - TimeRange.slack)
    let plausible = Measurand.heartRate.intervalSeconds
    var (ends, lengths, follows): ([Double], [Double], [Bool]) = ([], [], [])
    var isAfterGap = true
    for index in (first..<max(first, end)).dropFirst() {
      let seconds = beats[index] - beats[index - 1]
      let isInterval = plausible.contains(seconds) && (continues?[index] ?? true)
      if isInterval {
        ends.append(beats[index])
        lengths.append((seconds * 1e9).rounded() / 1e6)
        follows.append(!isAfterGap)
      }
      isAfterGap = !isInterval
    }
    (endSeconds, milliseconds, self.follows) = (ends, lengths, follows)
  }

  /// Sum of the intervals in seconds.
  package var coveredSeconds: Double { milliseconds.reduce(0, +) / 1000 }

  /// Returns a figure in its unit.
  ///
  /// Task Force, Circulation 93(5):1043-1065, 1996:
  /// - mean RR: arithmetic mean. One interval at least.
  /// - SDNN: sample standard deviation (divisor n − 1). Two intervals.
  /// - RMSSD: root of the mean square of the differences d between intervals that follow each other. One difference.
  /// - pNN50: 100 · (number of d with |d| > 50 ms) / (number of d + 1). The divisor is the number of intervals where
  ///   none is missing, as the Task Force has it, and does not count intervals without a difference (NeuroKit2 has the
  ///   same). Differences within a nanosecond of 50 ms are not above it. One difference.
  /// - LF, HF: ``power(inHz:by:)`` from 0.04 to 0.15 Hz and from 0.15 to 0.4 Hz.
  /// - LF/HF: the ratio of these; none if HF is 0.
  ///
  /// Equal intervals have exactly 0 of all but the mean.
  ///
  /// - Returns: `nil` for too few intervals, or if the value does not exist.
  package func value(of figure: VariabilityFigure, spectrum: VariabilitySpectrum) -> Double? {
    switch figure {
    case .meanRR: return mean
    case .sdnn:
      guard let mean, milliseconds.count > 1 else { return nil }
      let squares = milliseconds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (squares / Double(milliseconds.count - 1)).squareRoot()
    case .rmssd:
      let differences = differences
      guard !differences.isEmpty else { return nil }
      return (differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)).squareRoot()
    case .pnn50:
      let differences = differences
      guard !differences.isEmpty else { return nil }
      let large = differences.count { abs($0) > 50 + Self.slackMilliseconds }
      return 100 * Double(large) / Double(differences.count + 1)
    case .lf: return power(inHz: Self.lowHz, by: spectrum)
    case .hf: return power(inHz: Self.highHz, by: spectrum)
    case .lfhf:
      guard let low = power(inHz: Self.lowHz, by: spectrum),
        let high = power(inHz: Self.highHz, by: spectrum),
        high > 0
      else { return nil }
      return low / high
    }
  }

  /// Nanosecond to which lengths are rounded.
  private static let slackMilliseconds = 1e-6

  /// Bands of the Task Force; both ends belong to each.
  static let lowHz = 0.04...0.15
  static let highHz = 0.15...0.4

  /// Mean in milliseconds; of equal intervals exactly their length.
  private var mean: Double? {
    milliseconds.first.map { origin in
      origin + milliseconds.reduce(0) { $0 + ($1 - origin) } / Double(milliseconds.count)
    }
  }

  /// Differences between intervals that follow each other, in milliseconds.
  private var differences: [Double] {
    milliseconds.indices.filter { follows[$0] }.map { milliseconds[$0] - milliseconds[$0 - 1] }
  }
}
