package import HRSignals

/// The optional channels of a recording that a streaming detector is pushed beside its frames: in the order of their
/// times, at equal times in the order in which the detector names them.
package struct SideChannels {
  private let kinds: [ChannelKind]
  private let channels: [Channel]
  private let values: [[Double]]
  /// Index of the first sample not yet pushed, for each channel.
  private var next: [Int]

  /// - Parameter kinds: the kinds to push; those that are missing are left out.
  package init(_ kinds: [ChannelKind], of channels: Channels) {
    self.kinds = kinds.filter { channels[$0] != nil }
    self.channels = self.kinds.compactMap { channels[$0] }
    values = self.channels.map(\.values)
    next = self.kinds.map { _ in 0 }
  }

  /// Pushes the samples before a given time that were not pushed yet.
  package mutating func push(before time: Double, into detector: inout some StreamingDetector) {
    while let (place, moment) = earliest(before: time) {
      detector.push(values[place][next[place]], of: kinds[place], at: moment)
      next[place] += 1
    }
  }

  private func earliest(before time: Double) -> (place: Int, time: Double)? {
    var earliest: (place: Int, time: Double)?
    for place in kinds.indices where next[place] < values[place].count {
      let moment = channels[place].time(at: next[place])
      if moment < earliest?.time ?? time { earliest = (place, moment) }
    }
    return earliest
  }
}
