internal import HRNumerics
internal import HRSignals

/// How much somebody moves, from the accelerometer, whatever its unit.
///
/// The measure of a second is the three axes' summed variances (divisor n) over their mean square: over gravity's square,
/// about. That of a window is the root of the mean over its whole seconds, counted from the recording's start; that of
/// movement that lasts the root of their median (the upper of the middle two), to which a burst is nothing.
///
/// It is told of one sample after the other, and a second counts as soon as no further sample of it is due: one sample
/// interval before the next. So it knows the same of a recording as of a stream that has come so far.
struct BodyMotion: Sendable {
  /// From rest to movement, light alone is believed less and less; in movement by this share.
  private static let unsure = 0.03...0.1
  private static let leastFaith = 0.25
  /// From here on what pulse wave and accelerometer say together is preferred, and at the end always.
  private static let wrist = 0.1...0.2
  /// The same of movement that lasts, such as steps or pedals; in it light alone weighs at least so much.
  private static let lasting = 0.03...0.06
  private static let leastWeightInLasting = 0.5
  /// After so many seconds without a sample counting begins anew.
  private static let longestGapSeconds = 60.0

  private var startTime = 0.0
  /// Of each second, summed up to it.
  private var sums = [0.0]
  /// Whether any second is one of movement in which light alone may weigh less.
  private(set) var isEverThere = false
  /// The samples of the second that is not over.
  private var second: [SIMD3<Double>] = []
  private var lastTime: Double?
  /// Of each axis the time of the latest sample, and the latest value that is one.
  private var times = SIMD3<Double>(repeating: -.infinity)
  private var held = SIMD3<Double>(repeating: .nan)

  /// Of nobody yet: no accelerometer, and no movement.
  init() {}

  /// - Returns: `nil` without an accelerometer of three axes on one clock.
  init?(_ channels: Channels) {
    let axes = Cadence.axes.compactMap { channels[$0]?.uniform() }
    guard axes.count == Cadence.axes.count, let first = axes.first,
      axes.allSatisfy({ $0.sampleRate == first.sampleRate && $0.startTime == first.startTime })
    else { return nil }
    let held = axes.map { $0.samples.holdingOverGaps }
    for index in 0..<(axes.map(\.count).min() ?? 0) {
      append(SIMD3(held[0][index], held[1][index], held[2][index]), at: first.time(at: index))
    }
  }

  // MARK: Samples

  /// A sample of an axis, in time order; what has no value at the same moment on the other axes says nothing. A missing
  /// value is held from the one before.
  mutating func push(_ value: Double, of axis: ChannelKind, at time: Double) {
    guard let place = Cadence.axes.firstIndex(of: axis) else { return }
    times[place] = time
    if value.isFinite { held[place] = value }
    guard times == SIMD3(repeating: time), (held - held) == .zero else { return }
    append(held, at: time)
  }

  private mutating func append(_ sample: SIMD3<Double>, at time: Double) {
    guard let last = lastTime, time - last <= Self.longestGapSeconds else {
      begin(with: sample, at: time)
      return
    }
    guard time > last else { return }
    // A second that ended in a gap, and those that lie in it.
    while time - startTime + TimeRange.slack >= Double(sums.count) { endSecond() }
    second.append(sample)
    if time + (time - last) - startTime + TimeRange.slack >= Double(sums.count) { endSecond() }
    lastTime = time
  }

  private mutating func begin(with sample: SIMD3<Double>, at time: Double) {
    (startTime, lastTime) = (time, time)
    (sums, second) = ([0], [sample])
  }

  private mutating func endSecond() {
    let measure = Self.measure(of: second)
    isEverThere = isEverThere || measure > Self.lasting.lowerBound * Self.lasting.lowerBound
    sums.append(sums[sums.count - 1] + measure)
    second.removeAll(keepingCapacity: true)
  }

  /// 0 for nothing, and for nothing but zeros.
  private static func measure(of samples: [SIMD3<Double>]) -> Double {
    guard !samples.isEmpty else { return 0 }
    let n = Double(samples.count)
    let mean = samples.reduce(.zero, +) / n
    let variances = samples.reduce(SIMD3.zero) { $0 + ($1 - mean) * ($1 - mean) } / n
    let squares = samples.reduce(SIMD3.zero) { $0 + $1 * $1 } / n
    let square = squares.x + squares.y + squares.z
    return square > 0 ? (variances.x + variances.y + variances.z) / square : 0
  }

  // MARK: Windows

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

  /// What of the confidence in light alone is left, by the size of movement that lasts: 1 up to 0.03, a quarter from 0.1
  /// on, evenly between. The trust in single moments (``PulseWindow``) and the memory of the rate know of bursts.
  static func faith(atLastingSize size: Double) -> Double {
    1 - (1 - leastFaith) * unsure.share(below: size)
  }

  /// What light alone weighs against pulse wave and accelerometer together: 1 up to a size of 0.1, 0 from 0.2 on.
  static func weightOfLight(atSize size: Double) -> Double { 1 - wrist.share(below: size) }

  /// The same by the size of movement that lasts: 1 up to a size of 0.03, 0.5 from 0.045 on.
  static func weightOfLight(atLastingSize size: Double) -> Double {
    max(leastWeightInLasting, 1 - lasting.share(below: size))
  }
}
