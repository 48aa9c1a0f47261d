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

  func channel() throws(Diagnostics) -> Channel {
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
    if !isFinite || !description.missing.isEmpty, values.contains(where: { $0.isNaN }) { try fill(&values) }
    description.scale(&values, by: factor)
    switch base {
    case .even(let sampleRate, let start):
      return .uniform(Signal(samples: values, sampleRate: sampleRate, startTime: start))
    case .stamped(let times, _):
      let samples = TimeSeries(times: times, values: values)
      try RecordingLimits.check(grid: samples, series, budget)
      return .irregular(samples)
    }
  }

  /// Fills gaps of up to `fillGapSeconds` (last good sample to next): linearly between their neighbours in time;
  /// before the first and after the last good sample with that sample. A gap there lasts from it to the end.
  private func fill(_ values: inout [Double]) throws(Diagnostics) {
    let missing = values.count(where: \.isNaN)
    let first = values.firstIndex(where: \.isNaN) ?? 0
    guard let limit = description.fillGapSeconds else {
      throw refusal(
        first, missing, of: values.count,
        hint: "\"fillGapSeconds\" in the descriptor's channel allows short gaps to be interpolated")
    }
    guard missing < values.count else {
      throw refusal(first, missing, of: values.count, hint: "all of them are")
    }
    var index = first
    while index < values.count {
      guard values[index].isNaN else {
        index += 1
        continue
      }
      var end = index
      while end < values.count, values[end].isNaN { end += 1 }
      let before = index > 0 ? index - 1 : nil
      let after = end < values.count ? end : nil
      let seconds = time(after ?? values.count - 1) - time(before ?? 0)
      guard seconds <= limit + TimeRange.slack else {
        throw refusal(
          index, missing, of: values.count,
          hint:
            "the gap there lasts \(shortest(seconds, decimals: 3)) s, more than \"fillGapSeconds\": \(shortest(limit))"
        )
      }
      for gap in index..<end {
        switch (before, after) {
        case (let before?, let after?):
          let share = (time(gap) - time(before)) / (time(after) - time(before))
          values[gap] = values[before] + share * (values[after] - values[before])
        case (let only?, nil), (nil, let only?): values[gap] = values[only]
        case (nil, nil): break
        }
      }
      index = end
    }
  }

  private func time(_ index: Int) -> Double {
    switch base {
    case .even(let sampleRate, _): Double(index) / sampleRate
    case .stamped(let times, _): times[index]
    }
  }

  private func refusal(_ index: Int, _ missing: Int, of count: Int, hint: String) -> Diagnostics {
    var row = index
    if case .stamped(_, let kept?) = base { row = kept[index] }
    let unwritten =
      series.file.neverWritten[series.cell].map { "; \($0) were never written to the file" } ?? ""
    return series.problem(
      "channel \"\(description.kind.rawValue)\" lacks \(missing) of \(count) samples, the first at \(series.spoken(row: row))\(unwritten)",
      row: row, hint: hint)
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
