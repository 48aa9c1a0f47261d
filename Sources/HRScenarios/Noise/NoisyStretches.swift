internal import HRSignals

/// Noisy times of a noise stress test: first clean, then noisy and clean by turns, counted from time 0.
///
/// Noise swells and fades as a raised cosine over half a second at both ends of a stretch (a quarter of it, if that is
/// shorter), within the stretch, so that nothing jumps and samples between stretches are unchanged.
struct NoisyStretches {
  static let fadeSeconds = 0.5
  static let fadeShare = 0.25

  let cleanSeconds: Double
  /// Duration of each noisy and each further clean stretch; 0: noisy ever after (and with `cleanSeconds` 0, at all
  /// times).
  let noisySeconds: Double

  /// The noisy stretches that touch a range, in order, whole; the bounds of an endless one are infinite.
  func touching(_ range: TimeRange) -> [TimeRange] {
    guard noisySeconds > 0 else {
      let start = cleanSeconds > 0 ? cleanSeconds : -Double.infinity
      return start < range.end ? [TimeRange(start: start, end: .infinity)] : []
    }
    var found: [TimeRange] = []
    let period = 2 * noisySeconds
    var start = cleanSeconds + max(0, ((range.start - cleanSeconds) / period).rounded(.down)) * period
    while start < range.end {
      let stretch = TimeRange(start: start, end: start + noisySeconds)
      if stretch.end > range.start { found.append(stretch) }
      start += period
    }
    return found
  }

  /// Factor on the noise at a given time of a stretch: 1 except near its ends.
  func loudness(at time: Double, in stretch: TimeRange) -> Double {
    stretch.loudness(at: time, rampSeconds: min(Self.fadeSeconds, Self.fadeShare * stretch.duration))
  }
}
