internal import HRSupport
internal import HRSignals

/// Makes a channel from a series of numbers: missing values, scale, gaps, times.
struct ChannelAssembly {
  let description: ChannelDescription
  let series: Series
  let base: TimeBase
  /// Unit factor, applied after scale and offset.
  let factor: Double
  let budget: ReadingBudget

  /// - Returns: the channel, with missing samples drawn as straight lines; its gaps, see ``SampledTime``; and the number
  ///   of missing samples.
  func channel() throws(Diagnostics) -> (channel: Channel, gaps: [TimeRange], missing: Int) {
    let raw = series.values
    var values = raw
    if case .stamped(_, let kept?) = base { values = kept.map { raw[$0] } }
    // One fast pass, since nearly all series are finite.
    let isFinite = raw.allSatisfy { $0.isFinite }
    if !isFinite, let row = raw.firstIndex(where: { $0.isInfinite }) {
      throw series.problem("channel \"\(description.kind.rawValue)\" has an infinite sample", row: row)
    }
    for code in description.missing {
      for index in values.indices where values[index] == code { values[index] = .nan }
    }
    let isWhole = (isFinite && description.missing.isEmpty) || !values.contains { $0.isNaN }
    let gaps = gaps(values, isWhole: isWhole)
    let missing = isWhole ? 0 : values.count(where: \.isNaN)
    if !isWhole { try fill(&values) }
    description.scale(&values, by: factor)
    switch base {
    case .even(let sampleRate, let start):
      return (.uniform(Signal(samples: values, sampleRate: sampleRate, startTime: start)), gaps, missing)
    case .stamped(let times, _):
      let samples = TimeSeries(times: times, values: values)
      try RecordingLimits.check(grid: samples, series, budget)
      return (.irregular(samples), gaps, missing)
    }
  }

  private func gaps(_ values: [Double], isWhole: Bool) -> [TimeRange] {
    let interval: Double
    var begin = 0.0
    switch base {
    case .even(let sampleRate, let start):
      if isWhole { return [] }
      (interval, begin) = (1 / sampleRate, start)
    case .stamped(let times, _):
      let widest = zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? 0
      guard !isWhole || widest > SampledTime.leastSeconds,
        let usual = TimeSeries(times: times, values: values).medianInterval
      else { return [] }
      interval = usual
    }
    return SampledTime.gaps(
      count: values.count, interval: interval, filled: description.fillGapSeconds ?? 0,
      time: { begin + elapsed($0) }
    ) { !values[$0].isNaN }
  }

  /// Fills gaps linearly between their neighbours in time; before the first and after the last good sample with that
  /// sample.
  private func fill(_ values: inout [Double]) throws(Diagnostics) {
    guard let first = values.firstIndex(where: { !$0.isNaN }) else {
      throw refusal(of: values.count)
    }
    for index in 0..<first { values[index] = values[first] }
    var last = first
    for index in values.indices[(first + 1)...] where !values[index].isNaN {
      for gap in (last + 1)..<index {
        let share = (elapsed(gap) - elapsed(last)) / (elapsed(index) - elapsed(last))
        values[gap] = values[last] + share * (values[index] - values[last])
      }
      last = index
    }
    for index in (last + 1)..<values.count { values[index] = values[last] }
  }

  /// Returns the time of a sample, in seconds; of even samples after the first.
  private func elapsed(_ index: Int) -> Double {
    switch base {
    case .even(let sampleRate, _): Double(index) / sampleRate
    case .stamped(let times, _): times[index]
    }
  }

  private func refusal(of count: Int) -> Diagnostics {
    let unwritten =
      series.file.neverWritten[series.cell].map { "; \($0) were never written to the file" } ?? ""
    return series.problem(
      "channel \"\(description.kind.rawValue)\" has no sample: all \(count) are missing\(unwritten)", row: 0)
  }
}

extension ChannelDescription {
  /// Applies scale, offset and the unit's factor to a file's numbers.
  func scale(_ values: inout [Double], by factor: Double) {
    let (scale, offset) = (scale * factor, offset * factor)
    guard scale != 1 || offset != 0 else { return }
    for index in values.indices { values[index] = values[index] * scale + offset }
  }
}
