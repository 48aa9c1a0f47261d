internal import HRSignals

extension Channels {
  /// A channel made sample by sample from others on one time base, with the times of the first.
  ///
  /// If channels differ in length the shortest decides the number of samples.
  ///
  /// - Parameters:
  ///   - kinds: the channels to combine; none may be missing.
  ///   - value: from the channels' values at one time, in the order of `kinds`.
  /// - Returns: `nil` if a channel is missing.
  func combined(_ kinds: [ChannelKind], value: (_ values: [Double]) -> Double) -> Channel? {
    let channels = kinds.compactMap { self[$0] }
    guard let first = channels.first, channels.count == kinds.count else { return nil }
    let columns = channels.map(\.values)
    let count = columns.map(\.count).min() ?? 0
    var moment = [Double](repeating: 0, count: kinds.count)
    let values = (0..<count).map { index in
      for column in columns.indices { moment[column] = columns[column][index] }
      return value(moment)
    }
    return first.prefix(count).replacing(values: values)
  }
}

extension Channel {
  /// The first samples, with their times.
  func prefix(_ length: Int) -> Channel {
    guard length < count else { return self }
    switch self {
    case .uniform(let signal):
      return .uniform(
        Signal(
          samples: Array(signal.samples.prefix(length)), sampleRate: signal.sampleRate,
          startTime: signal.startTime))
    case .irregular(let series):
      return .irregular(
        TimeSeries(times: Array(series.times.prefix(length)), values: Array(series.values.prefix(length))))
    }
  }
}
