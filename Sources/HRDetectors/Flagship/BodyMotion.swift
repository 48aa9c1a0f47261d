internal import HRNumerics
internal import HRSignals

/// Size of a body's movement from the accelerometer, in g.
///
/// The measure of a second is the three axes' summed variances (divisor n). A constant offset of an axis changes
/// nothing. The size of a window is the root of the mean over its whole seconds, counted from the recording's start.
/// That of lasting movement is the root of their median (the upper of the middle two), on which a burst has no effect.
/// Sizes are not known (`nil`) if the unit of the samples is not known, except that of no change at all.
///
/// Samples are pushed one after the other, and a second counts as soon as no further sample of it is due: one sample
/// interval before the next. So the result is the same for a recording as for a stream up to that time.
struct BodyMotion: Sendable {
  /// Range of lasting movement over which the faith in light alone falls from 1 to ``leastFaith``.
  private static let unsure = 0.03...0.1
  private static let leastFaith = 0.25
  /// Range of movement over which the weight of light alone falls from 1 to 0 against pulse wave and accelerometer
  /// together.
  private static let wrist = 0.1...0.2
  /// The same range for lasting movement, such as steps or pedals; there the weight is at least
  /// ``leastWeightInLasting``.
  private static let lasting = 0.03...0.06
  private static let leastWeightInLasting = 0.5
  /// Size of lasting movement below which a body is still.
  private static let stillSize = lasting.lowerBound
  /// Seconds without a sample after which counting begins anew.
  private static let longestGapSeconds = 60.0

  private let isInG: Bool
  private var startTime = 0.0
  /// Cumulative sums of the measures of the seconds.
  private var sums = [0.0]
  /// True if any second has movement in which light alone may weigh less, or may have.
  private(set) var isEverThere = false
  /// False if every second has movement.
  var isEverStill: Bool { lastTime == nil || hasStillSecond }
  private var hasStillSecond = false
  /// The samples of the second that is not over.
  private var second: [SIMD3<Double>] = []
  private var lastTime: Double?
  /// Time of the latest sample of each axis, and its latest finite value.
  private var times = SIMD3<Double>(repeating: -.infinity)
  private var held = SIMD3<Double>(repeating: .nan)

  /// Empty motion: no accelerometer, and no movement.
  ///
  /// - Parameter isInG: false for samples in an unknown unit.
  init(isInG: Bool = true) { self.isInG = isInG }

  /// - Returns: `nil` without an accelerometer of three axes on one clock.
  init?(_ channels: Channels) {
    let axes = Cadence.axes.compactMap { channels[$0]?.uniform() }
    guard axes.count == Cadence.axes.count, let first = axes.first,
      axes.allSatisfy({ $0.sampleRate == first.sampleRate && $0.startTime == first.startTime })
    else { return nil }
    self.init(isInG: channels.accelerationIsInG)
    let held = axes.map { $0.samples.holdingOverGaps }
    for index in 0..<(axes.map(\.count).min() ?? 0) {
      append(SIMD3(held[0][index], held[1][index], held[2][index]), at: first.time(at: index))
    }
  }

  // MARK: Samples

  /// Adds a sample of an axis, in time order. Samples without a value at the same time on the other axes are not
  /// counted. A missing value is held from the one before.
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
    // A second that ended in a gap, and the seconds within it.
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
    isEverThere =
      isEverThere || measure > (isInG ? Self.stillSize * Self.stillSize : 0)
    hasStillSecond = hasStillSecond || measure < Self.stillSize * Self.stillSize
    sums.append(sums[sums.count - 1] + measure)
    second.removeAll(keepingCapacity: true)
  }

  /// Measure of a second; 0 for no samples.
  private static func measure(of samples: [SIMD3<Double>]) -> Double {
    guard !samples.isEmpty else { return 0 }
    let n = Double(samples.count)
    let mean = samples.reduce(.zero, +) / n
    let variances = samples.reduce(SIMD3.zero) { $0 + ($1 - mean) * ($1 - mean) } / n
    return variances.x + variances.y + variances.z
  }

  // MARK: Windows

  /// Size of the movement; 0 at rest, and if the window holds no whole second; `nil` if it is not known.
  func size(in range: TimeRange) -> Double? {
    let (low, high) = seconds(in: range)
    let measure = high > low ? max(0, sums[high] - sums[low]) / Double(high - low) : 0
    return known(measure)
  }

  /// Size of the lasting movement; `nil` if it is not known.
  func lastingSize(in range: TimeRange) -> Double? {
    let (low, high) = seconds(in: range)
    guard high > low else { return 0 }
    var measures = (low..<high).map { max(0, sums[$0 + 1] - sums[$0]) }
    return known(kthSmallest(&measures, measures.count / 2) ?? 0)
  }

  /// Returns true if the size of the lasting movement is known and small, and without an accelerometer; false if the
  /// window holds no whole second of one.
  func isStill(in range: TimeRange) -> Bool {
    guard lastTime != nil else { return true }
    let (low, high) = seconds(in: range)
    return high > low && (!isEverThere || (lastingSize(in: range) ?? .infinity) < Self.stillSize)
  }

  private func known(_ measure: Double) -> Double? { isInG || measure == 0 ? measure.squareRoot() : nil }

  /// Whole seconds before a window, and before its end.
  private func seconds(in range: TimeRange) -> (low: Int, high: Int) {
    let last = sums.count - 1
    let low = min(max(Int(saturating: (range.start - startTime - TimeRange.slack).rounded(.up)), 0), last)
    let high = min(max(Int(saturating: (range.end - startTime + TimeRange.slack).rounded(.down)), 0), last)
    return (low, high)
  }

  /// Factor on the confidence in light alone, by the size of lasting movement: 1 up to 0.03, a quarter from 0.1 on and
  /// if it is not known, linear between. Bursts are handled by the trust in single samples (``PulseWindow``) and the
  /// memory of the rate.
  static func faith(atLastingSize size: Double?) -> Double {
    size.map { unsure.factor(fallingTo: leastFaith, at: $0) } ?? leastFaith
  }

  /// Weight of light alone against pulse wave and accelerometer together: 1 up to a size of 0.1, and where it is not
  /// known, 0 from 0.2 on, linear between.
  static func weightOfLight(atSize size: Double?) -> Double { 1 - (size.map { wrist.share(below: $0) } ?? 0) }

  /// The same weight by the size of lasting movement: 1 up to a size of 0.03, 0.5 from 0.045 on, and where it is not
  /// known.
  static func weightOfLight(atLastingSize size: Double?) -> Double {
    max(leastWeightInLasting, 1 - (size.map { lasting.share(below: $0) } ?? 1))
  }
}
