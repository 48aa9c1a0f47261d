package import HRSignals

/// Drives a streaming detector through a recording's windows, pushing samples as they come: all at once, or a block
/// after the other.
package struct StreamingDrive<Detector: StreamingDetector> {
  private var detector: Detector
  private let windows: [TimeRange]
  private let limits: RateLimits?
  private var asked = -Double.infinity
  /// Estimates of the windows that have ended.
  package private(set) var estimates: [Estimate] = []
  /// Time of the first rate within the first window.
  package private(set) var firstReading: Double?

  /// Interval of the requests for a first reading: every frame of a camera of 30 a second.
  private let askingSeconds = 1 / 30.0 - TimeRange.slack

  /// - Parameters:
  ///   - detector: as it was made.
  ///   - windows: in order of their ends.
  ///   - sampleRate: the recording's (nominal) frames per second.
  ///   - accelerationIsInG: of the channels; see ``Channels/accelerationIsInG``.
  ///   - limits: rates that count as a first reading; `nil` if it is not needed.
  package init(
    _ detector: Detector, windows: [TimeRange], sampleRate: Double, accelerationIsInG: Bool,
    limits: RateLimits?
  ) {
    (self.detector, self.windows, self.limits) = (detector, windows, limits)
    self.detector.begin(sampleRate: sampleRate)
    if !accelerationIsInG { self.detector.accelerationIsInAnyUnit() }
  }

  /// - Parameters:
  ///   - columns: values of each input.
  ///   - times: of these values; none is before those that were pushed earlier.
  ///   - others: channels pushed beside the frames, up to the same times.
  ///   - end: no later block has samples before it.
  package mutating func push(
    _ columns: [[Double]], at times: [Double], beside others: inout SideChannels,
    until end: Double = .infinity
  ) {
    var next = 0
    while estimates.count < windows.count {
      // The sample at the window's end belongs to the next window.
      let windowEnd = windows[estimates.count].end - TimeRange.slack
      while next < times.count, times[next] < windowEnd {
        others.push(before: times[next], into: &detector)
        if estimates.isEmpty { askFirst(at: times[next]) }
        detector.push(Frame(time: times[next], columns: columns, index: next))
        next += 1
      }
      others.push(before: min(windowEnd, end), into: &detector)
      guard windowEnd <= end else { return }
      estimates.append(detector.reading(at: windows[estimates.count].end))
    }
  }

  private mutating func askFirst(at time: Double) {
    guard let limits, firstReading == nil, time >= asked + askingSeconds else { return }
    asked = time
    if let early = detector.reading(at: time).bpm, limits.contain(early) { firstReading = time }
  }
}

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
