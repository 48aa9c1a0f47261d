/// Gives each multiple of 1/rate (counted from time 0) the first value at or after it, within a microsecond.
///
/// Runs from the first multiple not before the first entry to the last one not after the last entry.
/// - Returns: `nil` when no multiple lies inside.
public func resampleHold(_ series: TimeSeries, to rate: Double) -> Signal? {
  guard let start = series.times.first, let end = series.times.last, rate > 0 else { return nil }
  let first = ((start - TimeRange.slack) * rate).rounded(.up)
  let last = ((end + TimeRange.slack) * rate).rounded(.down)
  guard last >= first else { return nil }
  var samples: [Double] = []
  var index = 0
  for k in 0...Int(last - first) {
    let time = (first + Double(k)) / rate
    while index < series.count - 1, series.times[index] < time - TimeRange.slack { index += 1 }
    samples.append(series.values[index])
  }
  return Signal(samples: samples, sampleRate: rate, startTime: first / rate)
}
