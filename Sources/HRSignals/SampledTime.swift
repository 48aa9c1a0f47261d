/// Time in which channels have samples: definition `sampledTime@1`.
///
/// A channel has samples from its first to one interval past its last, but for gaps: where two neighbouring samples
/// are more than 0.25 s and more than three sample intervals (the median) apart, from one interval after the first of
/// them to the second. Samples that are missing (NaN) are none; runs of them of up to 1 s that a data set declares to
/// be interpolated count as samples.
package struct SampledTime: Sendable {
  /// Longest time between two samples that is never a gap, in seconds.
  package static let leastSeconds = 0.25
  /// The same in sample intervals.
  private static let leastIntervals = 3.0
  /// Longest gap that counts as sampled since it is declared to be interpolated, in seconds.
  package static let mostFilledSeconds = 1.0

  private struct Sampled: Sendable {
    let extent: TimeRange
    let gaps: CoveringSpans
  }

  private let channels: [Sampled]

  /// - Parameters:
  ///   - channels: channels of a recording.
  ///   - kinds: those that count.
  ///   - gaps: their gaps, ascending; none where a channel has none.
  package init(_ channels: Channels, of kinds: [ChannelKind], gaps: [ChannelKind: [TimeRange]]) {
    self.init(kinds.compactMap { kind in channels[kind]?.timeRange.map { ($0, gaps[kind] ?? []) } })
  }

  /// - Parameter channels: of each channel the range from its first sample to one interval past its last, and the gaps
  ///   in it, ascending.
  package init(_ channels: [(extent: TimeRange, gaps: [TimeRange])]) {
    self.channels = channels.map { Sampled(extent: $0.extent, gaps: CoveringSpans($0.gaps)) }
  }

  /// Returns the share of a range in which every channel has samples, in 0…1: that of the channel with the least; 1
  /// without channels.
  package func share(of range: TimeRange) -> Double {
    channels.map { channel in
      let start = max(range.start, channel.extent.start), end = min(range.end, channel.extent.end)
      guard end > start else { return 0 }
      let sampled = end - start - channel.gaps.seconds(in: TimeRange(start: start, end: end))
      return max(0, sampled) / range.duration
    }.min() ?? 1
  }

  /// Returns the gaps between samples.
  ///
  /// - Parameters:
  ///   - count: number of rows.
  ///   - interval: usual time between two rows, in seconds.
  ///   - filled: gaps up to this long are none, in seconds; at most ``mostFilledSeconds`` counts.
  ///   - time: time of a row, in seconds; ascending.
  ///   - isSample: false for a row without a sample.
  package static func gaps(
    count: Int, interval: Double, filled: Double = 0, time: (Int) -> Double, isSample: (Int) -> Bool
  ) -> [TimeRange] {
    let most = max(leastSeconds, leastIntervals * interval, min(filled, mostFilledSeconds)) + TimeRange.slack
    var gaps: [TimeRange] = []
    var last: Double?
    for row in 0..<count where isSample(row) {
      let now = time(row)
      // Rows before the first sample are a gap that begins with them.
      let before = last ?? time(0) - interval
      if now - before > most { gaps.append(TimeRange(start: before + interval, end: now)) }
      last = now
    }
    if let last, count > 0, time(count - 1) + interval - last > most {
      gaps.append(TimeRange(start: last + interval, end: time(count - 1) + interval))
    }
    return gaps
  }
}
