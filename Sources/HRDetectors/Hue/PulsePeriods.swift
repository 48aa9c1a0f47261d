internal import HRNumerics
internal import HRSignals

/// Rate and evenness of the stored periods of a pulse.
struct PulsePeriods: Equatable, Sendable {
  /// 60 / median period.
  let bpm: Double
  /// Robust spread of the periods as a share of their median: the distance of the quartiles by 1.349 (for a normal
  /// distribution that is its standard deviation), by the median; 0 for a metronome.
  ///
  /// Quartiles, not distances to the median: of long and short periods in turn, half the distances may be zero.
  let unevenness: Double

  /// - Parameter periods: in seconds, positive, in any order.
  /// - Returns: `nil` for fewer than three.
  init?(_ periods: [Double]) {
    guard periods.count > 2, let low = percentile(periods, 25), let high = percentile(periods, 75),
      let middle = median(periods)
    else { return nil }
    bpm = 60 / middle
    unevenness = (high - low) / 1.349 / middle
  }
}
