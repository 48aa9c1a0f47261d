internal import HRNumerics
internal import HRSupport

/// Beats of RR intervals, each of which follows the one before or ends at a time of its own.
enum TimedIntervals {
  /// Distance in seconds from the end of one interval to the begin of the next within which they share a beat: less
  /// than any two heartbeats lie apart.
  static let slack = 0.2
  /// Median distance in seconds between intervals and the differences of their times within which the times are those
  /// of beats, and the number of intervals from which it is asked for.
  private static let (exactness, leastReceived) = (0.02, 20)
  private static let mostProblems = 20

  /// Returns the times of beats in seconds, ascending.
  ///
  /// Without times, interval k is between beat k and beat k + 1, and the first beat is at the offset. With times, the
  /// interval of row k ends with a beat at its time. It begins with the beat of the row before if it reaches back to
  /// within ``slack`` of it; else intervals are missing between, and a beat of its own is where it begins. Times that
  /// were rounded to more than a tenth of a second are good for that decision only: beats are then sums of intervals
  /// from the first beat after a gap. So they are where the times are those at which intervals were received: of
  /// ``leastReceived`` intervals or more, the median distance of an interval from the difference of its times is more
  /// than ``exactness``. Of intervals with the same time the last one ended then.
  ///
  /// - Parameters:
  ///   - intervals: positive lengths in `unit`.
  ///   - unit: the unit of the intervals.
  ///   - ends: their ends, as many, ascending, in a unit of their own.
  ///   - offset: seconds that are added to all beats.
  static func beats(
    _ intervals: Series, _ unit: TimeUnit, ends: (series: Series, unit: TimeUnit)?, offset: Double
  ) throws(Diagnostics) -> [Double] {
    try check(intervals)
    guard let ends else { return following(intervals, unit, offset) }
    let times = try checked(ends.series, count: intervals.values.count, perSecond: ends.unit.perSecond)
    let resolution = Evenness.quantum(of: times)
    let isRounded = resolution > 0.1
    let lengths = intervals.values.map { $0 / unit.perSecond }
    if !isRounded, wereReceived(lengths, times) { return received(lengths, times).map { $0 + offset } }
    let tolerance = slack + (isRounded ? resolution : 0)
    var beats: [Double] = []
    for (row, end) in times.enumerated() {
      let length = lengths[row]
      guard let last = beats.last else {
        beats = [end - length, end]
        continue
      }
      let begin = end - length
      guard begin > last - tolerance else {
        throw intervals.problem(
          "an RR interval of \(shortest(length, decimals: 6)) s ends \(shortest(end - last, decimals: 6)) s after the beat before it, at \(ends.series.spoken(row: row))",
          row: row,
          hint:
            "\"time\" is when each interval ended; is its unit right? where it says when each began, leave out \"time\" and give \"offsetSeconds\""
        )
      }
      if begin > last + tolerance {
        beats += [begin, end]
      } else {
        beats.append(isRounded ? last + length : end)
      }
    }
    return beats.map { $0 + offset }
  }

  private static func following(_ intervals: Series, _ unit: TimeUnit, _ offset: Double) -> [Double] {
    var beats = [offset]
    beats.reserveCapacity(intervals.values.count + 1)
    // Sums in the file's unit: whole milliseconds add up without rounding.
    var sum = 0.0
    for interval in intervals.values {
      sum += interval
      beats.append(sum / unit.perSecond + offset)
    }
    return beats
  }

  private static func wereReceived(_ lengths: [Double], _ times: [Double]) -> Bool {
    guard lengths.count >= leastReceived else { return false }
    let distances = zip(zip(times.dropFirst(), times), lengths.dropFirst()).map {
      ($0.0 - $0.1 - $1).magnitude
    }
    return (median(distances) ?? 0) > exactness
  }

  /// Returns sums of intervals, begun anew where more than half an interval (at least ``slack``) is missing between
  /// the times.
  private static func received(_ lengths: [Double], _ times: [Double]) -> [Double] {
    var ends = times
    for row in ends.indices.dropLast().reversed() where times[row] == times[row + 1] {
      ends[row] = ends[row + 1] - lengths[row + 1]
    }
    var beats: [Double] = []
    for (row, length) in lengths.enumerated() {
      let begin = ends[row] - length
      guard let last = beats.last else {
        beats = [begin, ends[row]]
        continue
      }
      if begin - ends[row - 1] > max(slack, length / 2), begin > last + slack {
        beats += [begin, ends[row]]
      } else {
        beats.append(last + length)
      }
    }
    return beats
  }

  private static func check(_ intervals: Series) throws(Diagnostics) {
    var problems: [Diagnostic] = []
    for (row, interval) in intervals.values.enumerated() where !(interval.isFinite && interval > 0) {
      let found = interval.isFinite ? shortest(interval) : "no number"
      problems +=
        intervals.problem(
          "an RR interval must be positive, found \(found) at entry \(row)", row: row,
          hint:
            "is it a beat that was not measured? delete the row if no time passed in it, else write the time to the next beat"
        ).list
    }
    if problems.count > mostProblems {
      problems =
        problems.prefix(mostProblems)
        + [intervals.problem("and \(problems.count - mostProblems) more such intervals").first]
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
  }

  /// Returns the ends of intervals in seconds.
  private static func checked(
    _ ends: Series, count: Int, perSecond: Double
  ) throws(Diagnostics) -> [Double] {
    guard ends.values.count == count else {
      throw ends.problem("there are \(count) RR intervals but \(ends.values.count) times")
    }
    for (row, time) in ends.values.enumerated() {
      guard time.isFinite else {
        throw ends.problem("the time of an interval is missing or not finite", row: row)
      }
      if row > 0, time < ends.values[row - 1] {
        throw ends.problem(
          "time goes backwards, from \(ends.spoken(time: ends.values[row - 1])) to \(ends.spoken(time: time))",
          row: row)
      }
    }
    return ends.values.map { $0 / perSecond }
  }
}
