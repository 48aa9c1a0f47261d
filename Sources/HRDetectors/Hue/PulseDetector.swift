/// Finds pulses in a filtered wave, sample by sample, as the hue method's apps do.
///
/// Averages over the last 20 positive values and the last 20 negative ones set two thresholds. A value below half the
/// negative average arms the detector; the next one at or above half the positive average is a pulse. The time between
/// two pulses is a period if it lies strictly between 0.1 and 1.5 s.
struct PulseDetector: Sendable {
  static let periodSeconds = 0.1..<1.5
  static let memorySeconds = 10.0

  private var ups = Ring()
  private var downs = Ring()
  private var periods = Ring()
  private var periodTimes = Ring()
  private var pulseTimes = Ring()
  private var isArmed = false
  /// Infinitely far back until the first pulse, as on the clock of the apps.
  private var periodStart = -Double.infinity

  init() {}

  /// - Parameter time: seconds; increasing.
  mutating func push(_ value: Double, at time: Double) {
    if value > 0 { ups.append(value) }
    if value < 0 { downs.append(-value) }
    // A comparison with the average of nothing is false.
    if let average = downs.mean, value < -0.5 * average { isArmed = true }
    guard let average = ups.mean, value >= 0.5 * average, isArmed else { return }
    isArmed = false
    let period = time - periodStart
    if period > Self.periodSeconds.lowerBound, period < Self.periodSeconds.upperBound {
      periods.append(period)
      periodTimes.append(time)
    }
    periodStart = time
    pulseTimes.append(time)
  }

  /// Forgets thresholds and periods, but neither whether it is armed nor when the last pulse was: as published.
  mutating func reset() {
    ups = Ring()
    downs = Ring()
    periods = Ring()
    periodTimes = Ring()
    pulseTimes = Ring()
  }

  /// Periods stored less than 10 s before a moment, in seconds, in no particular order.
  func recentPeriods(at time: Double) -> [Double] {
    zip(periods.values, periodTimes.values).filter { time - $0.1 < Self.memorySeconds }.map(\.0)
  }

  /// 60 / mean of the recent periods in beats per minute; `nil` for fewer than three.
  func rate(at time: Double) -> Double? {
    let recent = recentPeriods(at: time)
    guard recent.count > 2 else { return nil }
    return 60 * Double(recent.count) / recent.reduce(0, +)
  }

  /// Times of the last pulses, at most 20, less than 10 s before a moment, ascending.
  func recentPulses(at time: Double) -> [Double] {
    pulseTimes.values.filter { time - $0 < Self.memorySeconds }.sorted()
  }
}

/// The last 20 values.
private struct Ring: Sendable {
  private static let capacity = 20
  private(set) var values: [Double] = []
  private var oldest = 0

  init() {}

  /// `nil` for no values.
  var mean: Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  mutating func append(_ value: Double) {
    if values.count < Self.capacity {
      values.append(value)
    } else {
      values[oldest] = value
      oldest = (oldest + 1) % Self.capacity
    }
  }
}
