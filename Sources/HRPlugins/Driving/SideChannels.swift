package import HRSignals

/// The optional channels of a recording, as a streaming detector is pushed them beside its frames: in the order of their
/// times, those of one moment in the order in which the detector names them.
package struct SideChannels {
  private let kinds: [ChannelKind]
  private let channels: [Channel]
  private let values: [[Double]]
  /// Of each channel, the first sample that was not pushed.
  private var next: [Int]

  /// - Parameter kinds: of them those that are there.
  package init(_ kinds: [ChannelKind], of channels: Channels) {
    self.kinds = kinds.filter { channels[$0] != nil }
    self.channels = self.kinds.compactMap { channels[$0] }
    values = self.channels.map(\.values)
    next = self.kinds.map { _ in 0 }
  }

  /// Pushes what lies before a moment and was not pushed yet.
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
