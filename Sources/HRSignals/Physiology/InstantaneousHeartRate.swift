/// The reference heart rate over a recording, smoothed over ten seconds: `course@1`.
///
/// From beats: at each beat, 60 · n / Σr over the n intervals r that are wholly within five seconds of it. If there
/// is none, the interval that ends or, failing that, begins there is used. As in ``ReferenceReader``, pairs of beats
/// further apart than 3 s or closer than 0.2 s are gaps, not intervals; so are beats of several detectors that do not
/// follow each other in enough of their lists. A beat with a gap on both sides and no interval near it has no rate.
/// From a series or from rates of windows: the rates themselves, a window's at its middle. Between these points the
/// course is linear, before the first and after the last constant.
public struct InstantaneousHeartRate: Equatable, Sendable {
  static let reachSeconds = 5.0

  /// Beats of the reference in seconds, ascending; empty if it states only rates.
  public let beats: [Double]
  private let times: [Double]
  private let rates: [Double]
  /// Cycles from `times[0]` to each of `times`.
  private let cycles: [Double]

  /// - Returns: `nil` for breaths, for no reference, and for one without a single rate.
  public init?(_ reference: Reference) {
    beats = reference.beatTimes
    var points: [(time: Double, bpm: Double)] = []
    switch reference {
    case .beats(let beats): points = Self.points(of: beats, continues: nil)
    case .agreeingBeats(let agreeing):
      points = Self.points(of: agreeing.matched, continues: agreeing.continues)
    case .rateSeries(let series):
      points = zip(series.times, series.values).map { ($0, $1) }
    case .windowRates(let given):
      points = given.map { (($0.range.start + $0.range.end) / 2, $0.bpm) }
    case .breaths, .agreeingBreaths, .none:
      return nil
    }
    points = points.filter { $0.bpm.isFinite && $0.bpm > 0 }
    guard !points.isEmpty else { return nil }
    points.sort { ($0.time, $0.bpm) < ($1.time, $1.bpm) }
    times = points.map(\.time)
    rates = points.map(\.bpm)
    var total = 0.0
    var sums = [0.0]
    for (now, next) in zip(points, points.dropFirst()) {
      total += (next.time - now.time) * (now.bpm + next.bpm) / 120
      sums.append(total)
    }
    cycles = sums
  }

  private static func points(of beats: [Double], continues: [Bool]?) -> [(time: Double, bpm: Double)] {
    let sums = IntervalSums(beats, continues: continues, of: .heartRate)
    var first = 0
    var end = 0
    return beats.indices.compactMap { index in
      let time = beats[index]
      while beats[first] < time - reachSeconds { first += 1 }
      while end < beats.count, beats[end] <= time + reachSeconds { end += 1 }
      for (low, high) in [(first, end - 1), (index - 1, index), (index, index + 1)]
      where low >= 0 && high < beats.count {
        if let bpm = sums.rate(from: low, to: high) { return (time, bpm) }
      }
      return nil
    }
  }

  /// Returns beats per minute at a time in seconds.
  public func bpm(at seconds: Double) -> Double {
    bpm(at: seconds, after: times.firstIndex(notBefore: seconds))
  }

  /// Returns beats per minute at ascending times, in one pass.
  public func bpm(at seconds: [Double]) -> [Double] {
    var after = 0
    return seconds.map { bpm(at: $0, after: advanced(&after, to: $0)) }
  }

  /// Returns the number of heart cycles since the first point of the course; negative before it.
  ///
  /// It is the integral of the rate over time, so its fractional part is a phase that follows the pulse.
  public func cycles(at seconds: Double) -> Double {
    cycles(at: seconds, after: times.firstIndex(notBefore: seconds))
  }

  /// Returns the numbers of heart cycles at ascending times, in one pass.
  public func cycles(at seconds: [Double]) -> [Double] {
    var after = 0
    return seconds.map { cycles(at: $0, after: advanced(&after, to: $0)) }
  }

  private func bpm(at seconds: Double, after: Int) -> Double {
    guard after > 0 else { return rates[0] }
    guard after < times.count else { return rates[times.count - 1] }
    if times[after] == seconds { return rates[after] }
    let share = (seconds - times[after - 1]) / (times[after] - times[after - 1])
    return rates[after - 1] + share * (rates[after] - rates[after - 1])
  }

  private func cycles(at seconds: Double, after: Int) -> Double {
    let before = max(after - 1, 0)
    return cycles[before]
      + (seconds - times[before]) * (rates[before] + bpm(at: seconds, after: after)) / 120
  }

  /// Moves the index of the first point that is not before a time forward to a later time.
  private func advanced(_ after: inout Int, to seconds: Double) -> Int {
    while after < times.count, times[after] < seconds { after += 1 }
    return after
  }
}
