public import HRNumerics

/// Evenly spaced samples together with their rate and the time of the first one.
public struct Signal: Equatable, Sendable {
  /// Samples in time order; not finite if missing.
  public var samples: [Double]
  /// Samples per second; positive.
  public let sampleRate: Double
  /// Time of the first sample in seconds.
  public let startTime: Double

  /// Creates samples at an even rate.
  ///
  /// - Precondition: the rate is positive.
  public init(samples: [Double], sampleRate: Double, startTime: Double = 0) {
    precondition(sampleRate > 0, "a sample rate is positive")
    self.samples = samples
    self.sampleRate = sampleRate
    self.startTime = startTime
  }

  /// Number of samples.
  public var count: Int { samples.count }

  /// Seconds from the first sample to one sample interval past the last.
  public var duration: Double { Double(samples.count) / sampleRate }

  /// Time of one sample interval past the last sample, in seconds.
  public var endTime: Double { startTime + duration }

  /// Returns the time of a sample, in seconds.
  public func time(at index: Int) -> Double { startTime + Double(index) / sampleRate }

  /// Returns the indices of the samples with `range.start <= time < range.end`, with ``TimeRange/slack``.
  public func indices(in range: TimeRange) -> Range<Int> {
    let first = index(notBefore: range.start)
    return first..<max(first, index(notBefore: range.end))
  }

  private func index(notBefore time: Double) -> Int {
    let position = ((time - startTime - TimeRange.slack) * sampleRate).rounded(.up)
    return Int(saturating: min(max(position, 0), Double(samples.count)))
  }

  package func hasTimes(of other: Signal) -> Bool {
    sampleRate == other.sampleRate && startTime == other.startTime && count == other.count
  }

  /// The signal with other samples at the same times.
  package func replacing(_ samples: [Double]) -> Signal {
    Signal(samples: samples, sampleRate: sampleRate, startTime: startTime)
  }

  /// Returns the part inside a time range, with its own start time.
  public func cut(to range: TimeRange) -> Signal {
    let indices = indices(in: range)
    return Signal(
      samples: Array(samples[indices]), sampleRate: sampleRate,
      startTime: time(at: indices.lowerBound))
  }
}

/// Values at increasing, not necessarily even, times.
public struct TimeSeries: Equatable, Sendable {
  /// Times in seconds; strictly increasing.
  public let times: [Double]
  /// Values, one for each time.
  public var values: [Double]

  /// Creates values at these times, in seconds, strictly increasing.
  ///
  /// - Precondition: as many values as times.
  public init(times: [Double], values: [Double]) {
    precondition(times.count == values.count, "one value per time")
    self.times = times
    self.values = values
  }

  /// Number of entries.
  public var count: Int { times.count }

  /// Median of the intervals between neighbours (mean of the middle two for an even number), in seconds.
  ///
  /// - Returns: `nil` for fewer than two times.
  public var medianInterval: Double? {
    guard times.count > 1 else { return nil }
    return median(zip(times.dropFirst(), times).map { $0 - $1 })
  }

  /// Returns the indices of the entries with `range.start <= time < range.end`, with ``TimeRange/slack``.
  public func indices(in range: TimeRange) -> Range<Int> {
    let first = times.firstIndex(notBefore: range.start - TimeRange.slack)
    return first..<max(first, times.firstIndex(notBefore: range.end - TimeRange.slack))
  }

  /// Returns the entries inside a time range.
  public func cut(to range: TimeRange) -> TimeSeries {
    let indices = indices(in: range)
    return TimeSeries(times: Array(times[indices]), values: Array(values[indices]))
  }

  /// Maximum number of evenly spaced samples made of a series: 1 GB, or a month at 50 Hz.
  public static let mostResampled = 1 << 27

  /// Interpolates linearly onto `t₀ + k / sampleRate` for all k with a time not after the last one.
  ///
  /// - Returns: `nil` for fewer than two entries, or for more than ``mostResampled`` samples.
  public func resampled(to sampleRate: Double) -> Signal? {
    guard let start = times.first, let end = times.last, times.count > 1 else { return nil }
    let count = Int(saturating: ((end - start) * sampleRate + TimeRange.slack).rounded(.down)) + 1
    guard (1...Self.mostResampled).contains(count) else { return nil }
    var samples: [Double] = []
    samples.reserveCapacity(count)
    var index = 0
    for k in 0..<count {
      let time = start + Double(k) / sampleRate
      while index + 2 < times.count, times[index + 1] <= time { index += 1 }
      let fraction = (time - times[index]) / (times[index + 1] - times[index])
      samples.append(values[index] + min(fraction, 1) * (values[index + 1] - values[index]))
    }
    return Signal(samples: samples, sampleRate: sampleRate, startTime: start)
  }
}

/// A half-open span of time in seconds: `start` belongs to it, `end` does not.
public struct TimeRange: Equatable, Hashable, Sendable {
  /// Tolerance in seconds: times this close to an edge count as on it, so that rounding of `k / rate` moves no
  /// sample.
  public static let slack = 1e-6

  /// First moment in seconds; belongs to the range.
  public let start: Double
  /// End in seconds; does not belong to the range.
  public let end: Double

  /// Creates the span from `start` to `end`, in seconds.
  public init(start: Double, end: Double) {
    self.start = start
    self.end = end
  }

  /// - Returns: `nil` without a start or an end.
  init?(_ start: Double?, _ end: Double?) {
    guard let start, let end else { return nil }
    self.init(start: start, end: end)
  }

  /// Length in seconds.
  public var duration: Double { end - start }
}

extension Decimator {
  /// Returns the signal over the same time at a rate lower by ``factor``.
  public func apply(_ signal: Signal) -> Signal {
    Signal(
      samples: apply(signal.samples), sampleRate: signal.sampleRate / Double(factor),
      startTime: signal.startTime)
  }
}
