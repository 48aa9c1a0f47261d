internal import HRNumerics
internal import HRSignals

/// How much somebody moves, from the accelerometer, whatever its unit.
///
/// The measure of a second is the three axes' summed variances (divisor n) over their mean square: over gravity's square,
/// about. That of a window is the root of the mean over its whole seconds, counted from the recording's start; that of
/// movement that lasts the root of their median (the upper of the middle two), to which a burst is nothing.
struct BodyMotion: Sendable {
  /// From rest to movement, light alone is believed less and less; in movement by this share.
  private static let unsure = 0.03...0.1
  private static let leastFaith = 0.25
  /// From here on what pulse wave and accelerometer say together is preferred, and at the end always.
  private static let wrist = 0.1...0.2
  /// The same of movement that lasts, such as steps or pedals; in it light alone weighs at least so much.
  private static let lasting = 0.03...0.06
  private static let leastWeightInLasting = 0.5

  private let startTime: Double
  /// Of each second, summed up to it.
  private let sums: [Double]
  /// Whether any second is one of movement in which light alone may weigh less.
  let isEverThere: Bool

  /// - Returns: `nil` without an accelerometer of three axes on one clock.
  init?(_ channels: Channels) {
    let axes = Cadence.axes.compactMap { channels[$0]?.uniform() }
    guard axes.count == Cadence.axes.count, let first = axes.first,
      axes.allSatisfy({ $0.sampleRate == first.sampleRate && $0.startTime == first.startTime })
    else { return nil }
    startTime = first.startTime
    let count = axes.map(\.count).min() ?? 0
    let held = axes.map { $0.samples.holdingOverGaps }
    var sums = [0.0]
    var isEverThere = false
    while true {
      let low = Int(saturating: (Double(sums.count - 1) * first.sampleRate).rounded(.up))
      let high = Int(saturating: (Double(sums.count) * first.sampleRate).rounded(.up))
      guard high <= count, high > low else { break }
      let measure = Self.measure(of: held.map { $0[low..<high] })
      isEverThere = isEverThere || measure > Self.lasting.lowerBound * Self.lasting.lowerBound
      sums.append(sums[sums.count - 1] + measure)
    }
    (self.sums, self.isEverThere) = (sums, isEverThere)
  }

  /// 0 for nothing but zeros.
  private static func measure(of axes: [ArraySlice<Double>]) -> Double {
    var (variance, square) = (0.0, 0.0)
    for axis in axes {
      let n = Double(axis.count)
      let mean = axis.reduce(0, +) / n
      variance += axis.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / n
      square += axis.reduce(0) { $0 + $1 * $1 } / n
    }
    return square > 0 ? variance / square : 0
  }

  /// 0 at rest, and where the window holds no whole second.
  func size(in range: TimeRange) -> Double {
    let (low, high) = seconds(in: range)
    return high > low ? ((sums[high] - sums[low]) / Double(high - low)).squareRoot() : 0
  }

  /// The same of movement that lasts.
  func lastingSize(in range: TimeRange) -> Double {
    let (low, high) = seconds(in: range)
    guard high > low else { return 0 }
    var measures = (low..<high).map { max(0, sums[$0 + 1] - sums[$0]) }
    return kthSmallest(&measures, measures.count / 2)?.squareRoot() ?? 0
  }

  /// Whole seconds before a window, and before its end.
  private func seconds(in range: TimeRange) -> (low: Int, high: Int) {
    let last = sums.count - 1
    let low = min(max(Int(saturating: (range.start - startTime - TimeRange.slack).rounded(.up)), 0), last)
    let high = min(max(Int(saturating: (range.end - startTime + TimeRange.slack).rounded(.down)), 0), last)
    return (low, high)
  }

  /// What of the confidence in light alone is left: 1 up to a size of 0.03, a quarter from 0.1 on, evenly between.
  static func faith(atSize size: Double) -> Double { 1 - (1 - leastFaith) * share(of: size, in: unsure) }

  /// What light alone weighs against pulse wave and accelerometer together: 1 up to a size of 0.1, 0 from 0.2 on.
  static func weightOfLight(atSize size: Double) -> Double { 1 - share(of: size, in: wrist) }

  /// The same by the size of movement that lasts: 1 up to a size of 0.03, 0.5 from 0.045 on.
  static func weightOfLight(atLastingSize size: Double) -> Double {
    max(leastWeightInLasting, 1 - share(of: size, in: lasting))
  }

  private static func share(of size: Double, in range: ClosedRange<Double>) -> Double {
    min(max((size - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
  }
}
