internal import HRSupport
internal import HRNumerics
internal import HRSignals

/// Problems of a channel's clock: rows dropped since they share a time, times in another unit, no stated rate, gaps,
/// samples missing in its file, and a rate that changes.
struct ClockQuestions {
  let analysis: ChannelAnalysis
  let recording: Recording

  var findings: [DataFinding] {
    guard analysis.kind != .contact else { return [] }
    if let repeated { return [repeated] }
    if let unit { return [unit] }
    return [unstated, gaps, neverWritten].compactMap(\.self)
  }

  private var repeated: DataFinding? {
    guard let dropped = recording.droppedRows[analysis.kind], let range = analysis.channel.timeRange,
      100 * dropped > analysis.channel.count + dropped
    else { return nil }
    let rows = analysis.channel.count + dropped
    let rate = shortest(Double(rows) / range.duration, decimals: 1)
    return analysis.finding(
      .repeatedTimes,
      "\(dropped) of \(rows) rows have the time of the row before and were dropped, as \"repeatedTimes\" says",
      "does one time stand for several samples? \"uniform\": true in \"time\" and \"sampleRate\": \(rate) beside it keep all rows"
    )
  }

  private var unstated: DataFinding? {
    guard recording.unstatedRates.contains(analysis.kind), let rate = analysis.channel.nominalRate else {
      return nil
    }
    return analysis.finding(
      .sampleRate,
      "its header states no sampling frequency, so \(shortest(rate)) Hz are taken, as its format has it then",
      "what is the true one? \"sampleRate\": HERTZ in the channel says it, or the header's first line")
  }

  private var neverWritten: DataFinding? {
    guard let missingSamples = recording.neverWritten[analysis.kind], missingSamples > 0 else { return nil }
    return analysis.finding(
      .neverWritten,
      "\(missingSamples) of \(analysis.channel.count) samples were never written to its file",
      "did the recorder stop while it wrote, or is the file damaged? samples there are drawn as a line")
  }

  // MARK: Unit

  /// Range of the sample rates of such sensors; `nil` if there is no usual range.
  private var usualRates: ClosedRange<Double>? {
    switch analysis.kind {
    case .ecg: 40...20_000
    case .respiration, .contact: nil
    case .accelerometerX, .accelerometerY, .accelerometerZ: 5...5000
    default: 9...4000
    }
  }

  private var unit: DataFinding? {
    guard let usual = usualRates, let rate = analysis.channel.nominalRate, !usual.contains(rate) else {
      return nil
    }
    let units: [(factor: Double, words: String)] = [
      (1000, "milliseconds and not seconds"), (0.001, "seconds and not milliseconds"),
      (1_000_000, "microseconds and not seconds"), (1e9, "nanoseconds and not seconds"),
      (1e-6, "seconds and not microseconds"), (1 / 60.0, "minutes and not seconds"),
      (60, "seconds and not minutes"),
    ]
    let fitting = units.first { (20...1100).contains(rate * $0.factor) }
    return analysis.finding(
      .timeUnit, "it has \(shortest(rate, decimals: 4)) samples a second, which no such sensor has",
      fitting.map {
        "are its times \($0.words)? then it has \(shortest(rate * $0.factor, decimals: 2)) samples a second"
      } ?? "is its sample rate, or the unit of its times, another one?")
  }

  // MARK: Gaps

  private var gaps: DataFinding? {
    if let known = recording.gaps[analysis.kind], let rate = analysis.channel.nominalRate {
      var found = Gaps()
      for gap in known where gap.duration + 1 / rate > max(1, 5 / rate) {
        found.add(gap.duration, from: gap.start)
      }
      if found.count > 0 { return finding(found, "samples are missing") }
    }
    return switch analysis.channel {
    case .uniform(let signal): analysis.isWhole ? nil : gaps(of: signal)
    case .irregular(let series): gaps(of: series)
    }
  }

  private func gaps(of series: TimeSeries) -> DataFinding? {
    guard let usual = series.medianInterval, series.count > 20 else { return nil }
    let least = max(1, 5 * usual)
    var found = Gaps()
    for index in 1..<series.count {
      let step = series.times[index] - series.times[index - 1]
      if step > least { found.add(step, from: series.times[index - 1]) }
    }
    if found.count > 0 { return finding(found, "samples are missing") }
    // Different rates in the two halves.
    let half = series.count / 2
    let first = (series.times[half] - series.times[0]) / Double(half)
    let second = (series.times[series.count - 1] - series.times[half]) / Double(series.count - 1 - half)
    guard abs(first / second - 1) > 0.05 else { return nil }
    return analysis.finding(
      .clockGaps,
      "its first half has \(shortest(1 / first, decimals: 2)) samples a second and its second half \(shortest(1 / second, decimals: 2))",
      "did the device change its rate, or drop samples?")
  }

  private func gaps(of signal: Signal) -> DataFinding? {
    let least = max(1, Int(saturating: signal.sampleRate))
    var found = Gaps()
    var run = 0
    for index in 0...signal.count {
      if index < signal.count, !signal.samples[index].isFinite {
        run += 1
        continue
      }
      if run > least {
        found.add(Double(run) / signal.sampleRate, from: signal.time(at: index - run))
      }
      run = 0
    }
    return found.count > 0 ? finding(found, "its samples are no numbers") : nil
  }

  private struct Gaps {
    private(set) var (count, total) = (0, 0.0)
    private(set) var longest = (start: 0.0, seconds: 0.0)

    mutating func add(_ seconds: Double, from start: Double) {
      count += 1
      total += seconds
      if seconds > longest.seconds { longest = (start, seconds) }
    }
  }

  private func finding(_ gaps: Gaps, _ what: String) -> DataFinding {
    let longest = gaps.longest
    return analysis.finding(
      .clockGaps,
      "\(what) for more than 1 s at \(gaps.count) place\(gaps.count == 1 ? "" : "s"), \(seconds(gaps.total, decimals: 1)) in all, the longest from \(seconds(longest.start, decimals: 1)) on for \(seconds(longest.seconds, decimals: 1))",
      "did the connection break, or the clock jump? a window is judged only if it has samples in most of its time (\"minimumSampleShare\")"
    )
  }
}
