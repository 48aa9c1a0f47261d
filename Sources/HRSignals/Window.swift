/// What a window detector sees: evenly sampled channels between two moments, and nothing beyond them.
public struct Window: Sendable {
  /// Where the window lies in the recording.
  public let range: TimeRange
  /// The channels inside it, as recorded.
  public let channels: Channels

  /// Cuts the window out of a recording's channels.
  public init(_ range: TimeRange, of channels: Channels) {
    self.range = range
    self.channels = channels.cut(to: range)
  }

  /// The channel's samples inside the window.
  ///
  /// A kind the window lacks, or an irregular one with too few samples, reads as an empty signal. Runners give a
  /// detector all the inputs it declares, so a detector need only ask whether the signal is long enough.
  public subscript(_ kind: ChannelKind) -> Signal {
    channels[kind]?.uniform() ?? Signal(samples: [], sampleRate: 1, startTime: range.start)
  }
}

extension TimeRange {
  /// How many full windows there are inside this range.
  public func windowCount(windowSeconds: Double, hopSeconds: Double) -> Int {
    precondition(windowSeconds > 0 && hopSeconds > 0, "windows and hops are positive")
    let room = duration - windowSeconds
    guard room >= -Self.slack else { return 0 }
    return Int(saturating: ((room + Self.slack) / hopSeconds).rounded(.down)) + 1
  }

  /// The full windows inside this range: `[start, start + windowSeconds)`, every `hopSeconds` from the start.
  public func windows(windowSeconds: Double, hopSeconds: Double) -> [TimeRange] {
    (0..<windowCount(windowSeconds: windowSeconds, hopSeconds: hopSeconds)).map { index in
      let first = start + Double(index) * hopSeconds
      return TimeRange(start: first, end: first + windowSeconds)
    }
  }
}
