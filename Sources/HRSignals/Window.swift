/// Input of a window detector: the channels between two moments, and nothing beyond them.
public struct Window: Sendable {
  /// Time range of the window in the recording.
  public let range: TimeRange
  /// The channels inside it, as recorded.
  public let channels: Channels

  /// Cuts the window out of a recording's channels.
  public init(_ range: TimeRange, of channels: Channels) {
    self.range = range
    self.channels = channels.cut(to: range)
  }

  /// Samples of a channel inside the window.
  ///
  /// A kind that the window does not have, or an irregular one with too few samples, gives an empty signal. Runners
  /// give a detector all its declared inputs, so a detector only needs to check that the signal is long enough.
  public subscript(_ kind: ChannelKind) -> Signal {
    channels[kind]?.uniform() ?? Signal(samples: [], sampleRate: 1, startTime: range.start)
  }
}

extension TimeRange {
  /// Returns the number of full windows inside this range.
  public func windowCount(windowSeconds: Double, hopSeconds: Double) -> Int {
    precondition(windowSeconds > 0 && hopSeconds > 0, "windows and hops are positive")
    let spare = duration - windowSeconds
    guard spare >= -Self.slack else { return 0 }
    return Int(saturating: ((spare + Self.slack) / hopSeconds).rounded(.down)) + 1
  }

  /// Returns the full windows inside this range: `[start, start + windowSeconds)`, every `hopSeconds` from the start.
  public func windows(windowSeconds: Double, hopSeconds: Double) -> [TimeRange] {
    (0..<windowCount(windowSeconds: windowSeconds, hopSeconds: hopSeconds)).map { index in
      let first = start + Double(index) * hopSeconds
      return TimeRange(start: first, end: first + windowSeconds)
    }
  }
}
