internal import HRSignals

/// Numbers that follow from a channel's times alone, worked out once for neighbours that share them, as colours do.
struct PerTimeBase {
  private var last: (channel: Channel, values: [Double])?

  /// - Parameter values: one for each sample, computed from the times alone.
  mutating func values(of channel: Channel, _ values: (Channel) -> [Double]) -> [Double] {
    if let last, last.channel.hasTimes(of: channel) { return last.values }
    let made = values(channel)
    last = (channel, made)
    return made
  }
}

extension Channel {
  /// The time of each sample, in seconds.
  var times: [Double] {
    switch self {
    case .uniform(let signal): (0..<signal.count).map { signal.time(at: $0) }
    case .irregular(let series): series.times
    }
  }
}
