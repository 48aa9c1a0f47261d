internal import HRSignals

/// Finds pulses in a filtered wave, sample by sample, as the hue method's apps do.
///
/// Averages over the last positive values and the last negative ones set two thresholds. A value below half the
/// negative average arms the detector; the next one at or above half the positive average is a pulse. The time between
/// two pulses is a period if it is strictly between 0.1 and 1.5 s.
struct PulseDetector: Sendable {
  /// Size of the memory, and resolution of times.
  struct Settings: Equatable, Sendable {
    /// Number of values of either sign that set its threshold.
    var levelCount: Int
    /// Largest number of periods, and of pulses, that are kept.
    var periodCount: Int
    /// Seconds a period counts for.
    var memorySeconds: Double
    /// True if a pulse is placed where the straight line from the value before crosses the threshold, not at its own
    /// frame.
    var placesPulsesBetweenFrames: Bool

    /// Settings of the published apps. A reading is of the time just before it is asked for, as its frames are
    /// (``TimeRange/slack``): a period stored 10 s before still counts.
    static let published = Settings(
      levelCount: 20, periodCount: 20, memorySeconds: 10 + TimeRange.slack, placesPulsesBetweenFrames: false)

    /// Settings of the published apps with another memory, in seconds. One that is longer than 10 s holds as many
    /// periods as can be in it.
    static func published(averagedSeconds: Double) -> Settings {
      var settings = published
      guard averagedSeconds > 10 else { return settings }
      settings.memorySeconds = averagedSeconds + TimeRange.slack
      settings.periodCount = Int(saturating: averagedSeconds / periodSeconds.lowerBound)
      return settings
    }
  }

  static let periodSeconds = 0.1..<1.5
  /// Rates that periods make: 40 to 600.
  static let rangeBPM = 60 / periodSeconds.upperBound...60 / periodSeconds.lowerBound

  private let settings: Settings
  private var ups: Ring
  private var downs: Ring
  private var periods: Ring
  private var periodTimes: Ring
  private var pulseTimes: Ring
  private var isArmed = false
  /// Infinitely far back until the first pulse, as on the clock of the apps.
  private var periodStart = -Double.infinity
  /// The value before, and its time; `nil` at the beginning and after a reset.
  private var last: (value: Double, time: Double)?

  init(_ settings: Settings = .published) {
    self.settings = settings
    ups = Ring(settings.levelCount)
    downs = Ring(settings.levelCount)
    periods = Ring(settings.periodCount)
    periodTimes = Ring(settings.periodCount)
    pulseTimes = Ring(settings.periodCount)
  }

  /// - Parameter time: seconds; increasing.
  mutating func push(_ value: Double, at time: Double) {
    defer { last = (value, time) }
    if value > 0 { ups.append(value) }
    if value < 0 { downs.append(-value) }
    // A comparison with the average of nothing is false.
    if let average = downs.mean, value < -0.5 * average { isArmed = true }
    guard let average = ups.mean, value >= 0.5 * average, isArmed else { return }
    isArmed = false
    let start = settings.placesPulsesBetweenFrames ? crossing(of: 0.5 * average, to: value, at: time) : time
    let period = start - periodStart
    if period > Self.periodSeconds.lowerBound, period < Self.periodSeconds.upperBound {
      periods.append(period)
      periodTimes.append(time)
    }
    periodStart = start
    pulseTimes.append(start)
  }

  /// Time at which the line from the value before reached a level; the time itself if that value already had or is
  /// unknown.
  private func crossing(of level: Double, to value: Double, at time: Double) -> Double {
    guard let last, last.value < level else { return time }
    return last.time + (level - last.value) / (value - last.value) * (time - last.time)
  }

  /// Forgets thresholds and periods, but not the armed state and the time of the last pulse: as published.
  mutating func reset() {
    let before = self
    self = PulseDetector(settings)
    (isArmed, periodStart) = (before.isArmed, before.periodStart)
  }

  /// Periods stored less than the memory before a given time, in seconds, in no particular order.
  func recentPeriods(at time: Double) -> [Double] {
    zip(periods.values, periodTimes.values).filter { time - $0.1 < settings.memorySeconds }.map(\.0)
  }

  /// 60 / mean of the recent periods in beats per minute; `nil` for fewer than three.
  func rate(at time: Double) -> Double? {
    let recent = recentPeriods(at: time)
    guard recent.count > 2 else { return nil }
    return 60 * Double(recent.count) / recent.reduce(0, +)
  }

  /// Times of the last pulses less than the memory before a given time, ascending.
  func recentPulses(at time: Double) -> [Double] {
    pulseTimes.values.filter { time - $0 < settings.memorySeconds }.sorted()
  }
}

/// The last values, up to a number of them.
private struct Ring: Sendable {
  private let capacity: Int
  private(set) var values: [Double] = []
  private var oldest = 0

  /// - Parameter capacity: at least 1.
  init(_ capacity: Int) {
    self.capacity = max(capacity, 1)
  }

  /// `nil` for no values.
  var mean: Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  mutating func append(_ value: Double) {
    if values.count < capacity {
      values.append(value)
    } else {
      values[oldest] = value
      oldest = (oldest + 1) % capacity
    }
  }
}
