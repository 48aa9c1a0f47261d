internal import HRSignals

/// What the stored periods of a pulse say together.
struct PulsePeriods: Equatable, Sendable {
  /// 60 / median period.
  let bpm: Double
  /// Robust spread of the periods as a share of their median: 1.4826 times the median distance to the median (for a
  /// normal distribution that is its standard deviation), by the median; 0 for a metronome.
  let unevenness: Double

  /// - Parameter periods: in seconds, positive, in any order.
  /// - Returns: `nil` for fewer than three.
  init?(_ periods: [Double]) {
    guard periods.count > 2 else { return nil }
    let median = HRSignals.median(periods)
    let distance = HRSignals.median(periods.map { abs($0 - median) })
    bpm = 60 / median
    unevenness = 1.4826 * distance / median
  }
}
