/// The true heart rate over a recording, smoothed over ten seconds: `course@1`.
///
/// From beats: at each beat, 60 · n / Σr over the n intervals r that lie wholly within five seconds of it (where none does,
/// over the one that ends or begins there). From a series or from rates of windows: the rates themselves, a window's at its
/// middle. Between these points straight lines, before the first and after the last constant.
public struct HeartRateCourse: Equatable, Sendable {
  static let reachSeconds = 5.0

  /// Beats of the reference in seconds, ascending; empty where it states rates only.
  public let beats: [Double]
  private let times: [Double]
  private let rates: [Double]
  /// Cycles from `times[0]` to each of `times`.
  private let cycles: [Double]

  /// - Returns: `nil` for breaths, for no reference, and for one without a single rate.
  public init?(_ reference: Reference) {
    var points: [(time: Double, bpm: Double)] = []
    switch reference {
    case .beats(let beats):
      self.beats = beats
      points = Self.points(of: beats)
    case .agreeingBeats(let agreeing):
      beats = agreeing.matched
      points = Self.points(of: agreeing.matched)
    case .rateSeries(let series):
      beats = []
      points = zip(series.times, series.values).map { ($0, $1) }
    case .windowRates(let given):
      beats = []
      points = given.map { (($0.range.start + $0.range.end) / 2, $0.bpm) }
    case .breaths, .agreeingBreaths, .none:
      return nil
    }
    points = points.filter { $0.bpm.isFinite && $0.bpm > 0 }
    guard !points.isEmpty else { return nil }
    points.sort { $0.time < $1.time }
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

  private static func points(of beats: [Double]) -> [(time: Double, bpm: Double)] {
    guard beats.count > 1 else { return [] }
    var first = 0
    var end = 0
    return beats.indices.map { index in
      let time = beats[index]
      while beats[first] < time - reachSeconds { first += 1 }
      while end < beats.count, beats[end] <= time + reachSeconds { end += 1 }
      var low = first
      var high = end - 1
      if high <= low {
        low = max(0, index - 1)
        high = low + 1
      }
      return (time, 60 * Double(high - low) / (beats[high] - beats[low]))
    }
  }

  /// Beats per minute at a time in seconds.
  public func bpm(at seconds: Double) -> Double {
    let (index, share) = place(of: seconds)
    return share > 0 ? rates[index] + share * (rates[index + 1] - rates[index]) : rates[index]
  }

  /// How many heart cycles have passed since the first point the course knows; negative before it.
  ///
  /// The integral of the rate over time, so its fractional part is a phase that follows the pulse.
  public func cycles(at seconds: Double) -> Double {
    let (index, _) = place(of: seconds)
    return cycles[index] + (seconds - times[index]) * (rates[index] + bpm(at: seconds)) / 120
  }

  /// The point at or before a time and how far towards the next it lies, 0 outside the known points.
  private func place(of seconds: Double) -> (index: Int, share: Double) {
    let after = times.firstIndex(notBefore: seconds)
    if after < times.count, times[after] == seconds { return (after, 0) }
    guard after > 0 else { return (0, 0) }
    guard after < times.count else { return (times.count - 1, 0) }
    let span = times[after] - times[after - 1]
    return (after - 1, span > 0 ? (seconds - times[after - 1]) / span : 0)
  }
}
