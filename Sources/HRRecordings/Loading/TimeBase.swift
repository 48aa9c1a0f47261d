internal import HRSupport
internal import HRNumerics

/// Times of the samples of one or more channels.
enum TimeBase {
  case even(sampleRate: Double, start: Double)
  /// - times: seconds, strictly increasing.
  /// - kept: the rows that the times belong to; `nil` for all.
  case stamped(times: [Double], kept: [Int]?)

  /// Creates a time base from the times in a file.
  ///
  /// - Parameters:
  ///   - uniformRate: the true rate if the times are only rounded. Their span must then agree with the rate to 1 % of
  ///     the expected span or 1 s, whichever is less, with a tolerance of at least 2 samples; where most rows repeat
  ///     the time before, of at least two differences between a time and the next one (median). Such a recording
  ///     begins so that its second time is that of the first row with it.
  init(
    _ stamps: Series, _ description: TimeStamps, uniformRate: Double?, repeatedTimes: RepeatedTimes
  ) throws(Diagnostics) {
    let raw = stamps.values
    if let bad = raw.firstIndex(where: { !$0.isFinite }) {
      throw stamps.problem("the time is missing or not finite", row: bad)
    }
    let scale = description.unit.perSecond
    if let uniformRate {
      self = try Self.rounded(stamps, scale, rate: uniformRate)
      return
    }
    let times = scale == 1 ? raw : raw.map { $0 / scale }
    var kept: [Int]?
    var last = -Double.infinity
    for (row, time) in times.enumerated() {
      if time > last {
        last = time
        kept?.append(row)
      } else if time == last, repeatedTimes == .keepFirst {
        if kept == nil { kept = Array(0..<row) }
      } else if time == last {
        throw stamps.problem(
          "the time \(stamps.spoken(time: raw[row])) stands twice", row: row,
          hint: "\"repeatedTimes\": \"keepFirst\" drops the later rows; "
            + "\"uniform\": true with a \"sampleRate\" says that the times are merely rounded")
      } else {
        throw Self.goesBack(stamps, at: row)
      }
    }
    try RecordingLimits.check(from: times.first, to: times.last, stamps)
    self = .stamped(times: kept.map { rows in rows.map { times[$0] } } ?? times, kept: kept)
  }

  private static func rounded(
    _ stamps: Series, _ scale: Double, rate: Double
  ) throws(Diagnostics) -> TimeBase {
    let raw = stamps.values
    for row in raw.indices.dropFirst() where raw[row] < raw[row - 1] { throw goesBack(stamps, at: row) }
    guard let first = raw.first, let last = raw.last else { return .even(sampleRate: rate, start: 0) }
    let said = (last - first) / scale
    let expected = Double(raw.count - 1) / rate
    let shared = sharedTimes(raw)
    let tolerance = max(2 / rate, min(1, expected / 100), 2 * (shared?.resolution ?? 0) / scale)
    guard abs(said - expected) <= tolerance else {
      throw stamps.problem(
        "\(raw.count) samples at \(shortest(rate)) Hz last \(shortest(expected)) s, but the times span \(shortest(said)) s",
        hint: "leave out \"uniform\" to use the times, or correct \"sampleRate\"")
    }
    try RecordingLimits.check(from: first / scale, to: last / scale, stamps)
    guard let shared else { return .even(sampleRate: rate, start: first / scale) }
    // The first time may have lost rows at its beginning.
    let start = raw[shared.second] / scale - Double(shared.second) / rate
    return .even(sampleRate: rate, start: max(start, first / scale))
  }

  /// - Returns: the first row of the second time, and the median difference between a time and the next one, in the
  ///   file's unit; `nil` unless most rows repeat the time before.
  private static func sharedTimes(_ times: [Double]) -> (second: Int, resolution: Double)? {
    let firsts = times.indices.dropFirst().filter { times[$0] > times[$0 - 1] }
    guard let second = firsts.first, 2 * firsts.count < times.count,
      let resolution = median(zip(firsts.dropFirst(), firsts).map { times[$0] - times[$1] })
    else { return nil }
    return (second, resolution)
  }

  private static func goesBack(_ stamps: Series, at row: Int) -> Diagnostics {
    let (before, now) = (stamps.values[row - 1], stamps.values[row])
    return stamps.problem(
      "time goes backwards, from \(stamps.spoken(time: before)) to \(stamps.spoken(time: now))", row: row,
      hint: stamps.hintGoingBack)
  }
}

extension Series {
  /// Hint for times of day that go backwards.
  fileprivate var hintGoingBack: String? {
    guard case .moments(let cells) = cell, cells.isTimeOfDay, !cells.passesMidnight else { return nil }
    return "if midnight has passed: \"passesMidnight\": true, beside \"unit\""
  }
}
