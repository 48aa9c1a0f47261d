internal import HRSignals

/// A channel's values between its samples, for ascending times, in one pass.
///
/// On an even grid this is cubic convolution with a = −1/2 and its boundary condition: R. G. Keys, "Cubic convolution
/// interpolation for digital image processing", IEEE Trans. Acoust. Speech Signal Process. 29:1153, 1981. That is a
/// cubic between two samples whose slope at each is that of the parabola through it and its two neighbours; written so,
/// it holds for uneven times too. If a neighbour is missing (ends, missing samples) the cubic becomes the parabola
/// through the others, or a straight line. Gaps of more than ``longestBend`` median intervals have straight lines too,
/// as a cubic would swing there; on uneven times it stays as near its samples as on even ones. Between a missing sample
/// (NaN) and its neighbours the value is missing.
struct CubicInterpolation {
  static let longestBend = 3.0
  /// Largest distance by which the cubic on an even grid passes the four samples around it, as a share of their range.
  static let overshoot = 0.125
  /// Distance from a sample, in sample intervals, up to which the value is the sample's.
  static let coincidence = 1e-9

  private let times: [Double]
  private let values: [Double]
  private let longestSeconds: Double
  private var index = 0

  /// - Parameter channel: of two samples or more.
  init(_ channel: Channel) {
    times = channel.times
    values = channel.values
    longestSeconds = channel.nominalRate.map { Self.longestBend / $0 } ?? .infinity
  }

  /// - Parameter moment: not before the one asked for last; between the first and the last sample.
  mutating func value(at moment: Double) -> Double {
    advance(to: moment)
    let (now, next) = (values[index], values[index + 1])
    let span = times[index + 1] - times[index]
    let share = (moment - times[index]) / span
    if share <= Self.coincidence { return now }
    if share >= 1 - Self.coincidence { return next }
    let secant = (next - now) / span
    guard secant.isFinite else { return .nan }
    let chord = now + share * (next - now)
    guard span <= longestSeconds else { return chord }
    let before = slope(beside: secant, span, in: index - 1)
    let after = slope(beside: secant, span, in: index + 1)
    let start = before ?? after.map { 2 * secant - $0 } ?? secant
    let end = after ?? 2 * secant - start
    // Hermite's cubic as its chord plus what the slopes at both ends bend it by.
    let rest = 1 - share
    let value = chord + span * share * rest * (rest * (start - secant) - share * (end - secant))
    return values.limiting(value, to: (index - 1)..<(index + 3), overshoot: Self.overshoot)
  }

  /// The last value at or before a time.
  mutating func heldValue(at moment: Double) -> Double {
    advance(to: moment)
    return values[moment < times[index + 1] ? index : index + 1]
  }

  private mutating func advance(to moment: Double) {
    while index + 2 < times.count, times[index + 1] <= moment { index += 1 }
  }

  /// Slope between two intervals of the parabola through the three samples; `nil` if one of them is missing.
  private func slope(beside secant: Double, _ span: Double, in neighbour: Int) -> Double? {
    guard neighbour >= 0, neighbour + 1 < times.count else { return nil }
    let width = times[neighbour + 1] - times[neighbour]
    let other = (values[neighbour + 1] - values[neighbour]) / width
    return other.isFinite ? (span * other + width * secant) / (span + width) : nil
  }
}

extension [Double] {
  /// Limits a value, interpolated by a cubic between some of these samples, to their neighbourhood.
  ///
  /// On an even grid a cubic passes its samples by a known share of their range at most, so nothing changes. On uneven
  /// times, with a short interval beside a long one, it would swing to many times that.
  ///
  /// - Parameters:
  ///   - indices: of the samples it was made from; those that are not finite do not count.
  ///   - overshoot: largest distance beyond them, as a share of their range.
  func limiting(_ value: Double, to indices: Range<Int>, overshoot: Double) -> Double {
    var (low, high) = (Double.infinity, -Double.infinity)
    for index in indices.clamped(to: self.indices) where self[index].isFinite {
      low = Swift.min(low, self[index])
      high = Swift.max(high, self[index])
    }
    guard low <= high else { return value }
    // A hair more, so that rounding on an even grid is not cut off.
    let slack = overshoot * (high - low) * (1 + 1e-12)
    return Swift.min(Swift.max(value, low - slack), high + slack)
  }
}
