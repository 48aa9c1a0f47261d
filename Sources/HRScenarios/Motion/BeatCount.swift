internal import HRSignals

/// Number of beats before a given time: a whole number at each beat, and linear in between.
///
/// A beat less than 0.2 s after the one before is passed over. Over a gap of more than 3 s, in which beats are not
/// known, the count grows by as many whole beats as the heart rate's course has there, at least by one. Before the
/// first and after the last beat it follows that course.
struct BeatCount {
  private static let leastSeconds = 0.2
  private static let mostSeconds = 3.0

  private let heart: InstantaneousHeartRate
  private let times: [Double]
  private let counts: [Double]

  /// - Returns: `nil` if no beats are known.
  init?(_ heart: InstantaneousHeartRate) {
    guard let first = heart.beats.first else { return nil }
    var (times, counts) = ([first], [0.0])
    var (last, count) = (first, 0.0)
    for beat in heart.beats where beat - last >= Self.leastSeconds {
      let seconds = beat - last
      count +=
        seconds <= Self.mostSeconds
        ? 1 : max((heart.cycles(at: beat) - heart.cycles(at: last)).rounded(), 1)
      last = beat
      times.append(beat)
      counts.append(count)
    }
    (self.heart, self.times, self.counts) = (heart, times, counts)
  }

  /// - Parameter moments: ascending.
  func values(at moments: [Double]) -> [Double] {
    let course = heart.cycles(at: moments)
    let (start, end) = (heart.cycles(at: times[0]), heart.cycles(at: times[times.count - 1]))
    var after = 0
    return moments.enumerated().map { index, moment in
      while after < times.count, times[after] <= moment { after += 1 }
      guard after > 0 else { return course[index] - start }
      guard after < times.count else { return counts[after - 1] + course[index] - end }
      let share = (moment - times[after - 1]) / (times[after] - times[after - 1])
      return counts[after - 1] + share * (counts[after] - counts[after - 1])
    }
  }
}
