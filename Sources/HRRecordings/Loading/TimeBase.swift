internal import HRSupport

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
  ///     the expected span or 1 s, whichever is less, with a tolerance of at least 2 samples. Where most rows repeat
  ///     the time before, this is asked of the times behind the first one, see ``Evenness``.
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
    try RecordingLimits.check(from: first / scale, to: last / scale, stamps)
    let repeats = raw.indices.dropFirst().count { raw[$0] == raw[$0 - 1] }
    if 2 * repeats > raw.count, let even = Evenness(raw) {
      return try shared(stamps, even, scale, rate: rate)
    }
    let said = (last - first) / scale
    let expected = Double(raw.count - 1) / rate
    guard abs(said - expected) <= max(2 / rate, min(1, expected / 100)) else {
      throw stamps.problem(
        "\(raw.count) samples at \(shortest(rate)) Hz last \(shortest(expected)) s, but the times span \(shortest(said)) s",
        hint: "leave out \"uniform\" to use the times, or correct \"sampleRate\"")
    }
    return .even(sampleRate: rate, start: first / scale)
  }

  /// Returns the time base of times that most rows share: whole seconds, one time a packet. The first time may have
  /// lost rows, so the second one decides when the recording begins.
  private static func shared(
    _ stamps: Series, _ even: Evenness, _ scale: Double, rate: Double
  ) throws(Diagnostics) -> TimeBase {
    let expected = Double(even.rows) / rate
    let said = even.step * Double(even.rows) / scale
    let jitter = min(even.departure, 0.75 * even.resolution) / scale
    guard abs(said - expected) <= max(2 / rate, min(1, expected / 100), 2 * jitter) else {
      throw stamps.problem(
        "the times have \(shortest(scale / even.step, decimals: 3)) rows a second, but \"sampleRate\" is \(shortest(rate))",
        hint:
          "correct \"sampleRate\"; or leave out \"time\", if the rows are as even as \"sampleRate\" says")
    }
    let start = stamps.values[even.second] / scale - Double(even.second) / rate
    return .even(sampleRate: rate, start: max(start, stamps.values[0] / scale))
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
