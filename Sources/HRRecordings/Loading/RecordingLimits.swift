internal import HRSupport
internal import HRSignals

/// Limits on the length and the sample rate of a recording.
///
/// Far beyond any real recording: larger values come from a wrong unit or a damaged file, and would fill the memory.
package enum RecordingLimits {
  /// Maximum of 31 days, from the first to the last moment of a channel, of a reference, and of all channels
  /// together.
  package static let days = 31
  package static let seconds = Double(days) * 86_400
  /// Maximum distance of times from 0, in seconds: some 285 years, within which a `Double` resolves microseconds.
  package static let latestSecond = 9e9
  package static let sampleRateHz = 1e-6...1e7

  private static let units =
    "\"unit\" takes \(TimeUnit.spoken)"

  /// Returns the problem of a stretch of seconds; `nil` if there is none.
  ///
  /// - Parameter cause: the most likely cause.
  static func problem(from start: Double, to end: Double, cause: String) -> String? {
    if end - start > seconds {
      return
        "from first to last there are \(shortest((end - start) / 86_400, decimals: 1)) days, more than the \(days) of a recording: \(cause)"
    }
    guard let far = [start, end].first(where: { !(abs($0) <= latestSecond) }) else { return nil }
    return "the times reach \(shortest(far)) s, further than \(shortest(latestSecond)) s from 0: \(cause)"
  }

  /// Refuses a sample rate outside ``sampleRateHz``.
  static func check(sampleRate: Double, _ series: Series) throws(Diagnostics) {
    guard sampleRate.isFinite, sampleRate > 0 else {
      throw series.problem("the sample rate is \(shortest(sampleRate)) Hz; it must be positive")
    }
    guard sampleRateHz.contains(sampleRate) else {
      throw series.problem(
        "the sample rate is \(shortest(sampleRate)) Hz; it must lie from \(shortest(sampleRateHz.lowerBound)) to \(shortest(sampleRateHz.upperBound)) Hz",
        hint: "is it the interval between samples, or in another unit?")
    }
  }

  /// Refuses times that are too far apart, or too far from 0.
  static func check(
    from start: Double?, to end: Double?, cause: String? = nil, hint: String? = nil, _ series: Series
  ) throws(Diagnostics) {
    let dated = series.cell.isMoment
    let likely = cause ?? (dated ? "a date looks wrong" : "the unit of the times looks wrong")
    guard let start, let end, let message = problem(from: start, to: end, cause: likely) else { return }
    throw series.problem(message, hint: hint ?? (dated ? nil : units))
  }

  /// Number of even samples that uneven times may always make: those of 11 hours at 200 Hz.
  static let freeGrid = 1 << 23
  /// Maximum ratio of even samples to the existing samples, beyond that.
  static let gridFactor = 32

  /// Refuses uneven times whose even grid would be out of proportion to the samples: a long gap among dense samples.
  /// The budget provides the memory for the rest of the grid.
  static func check(grid: TimeSeries, _ series: Series, _ budget: ReadingBudget) throws(Diagnostics) {
    guard let rate = Channel.irregular(grid).nominalRate else { return }
    guard sampleRateHz.contains(rate) else {
      throw series.problem(
        "the times lie \(shortest(1 / rate)) s apart, more than \(shortest(sampleRateHz.upperBound)) or less than \(shortest(sampleRateHz.lowerBound)) samples a second: the unit of the times looks wrong",
        hint: units)
    }
    guard let first = grid.times.first, let last = grid.times.last else { return }
    let even = (last - first) * rate
    let most = min(TimeSeries.mostResampled, max(freeGrid, gridFactor * grid.count))
    guard even <= Double(most) else {
      throw series.problem(
        "\(grid.count) samples, mostly \(shortest(1 / rate, decimals: 9)) s apart, are spread over \(shortest(last - first, decimals: 3)) s: evenly spaced they would be more than \(most)",
        hint: "is there a long gap, or a time of another unit? split the recording there")
    }
    guard even > Double(grid.count) else { return }
    try budget.take(
      numbers: UInt64(clamping: Int(saturating: even)) - UInt64(clamping: grid.count),
      place: .init(file: series.file.path, path: series.cell.described))
  }
}
