package import HRPlugins
package import HRSignals

/// A map of time that brings each beat of a recording to another moment: definition `warp@1`.
///
/// Straight between beats; before the first and after the last it only shifts. Channels that show beats keep their own
/// sample times, as far as the moved recording reaches, and take the value of the moment that was moved there.
package struct BeatWarp: Sendable {
  private let old: [Double]
  private let new: [Double]

  /// - Parameters:
  ///   - beats: in seconds, strictly ascending, at least one.
  ///   - moved: as many times as there are beats, strictly ascending.
  package init(_ beats: [Double], to moved: MovedBeats) {
    precondition(!beats.isEmpty && beats.count == moved.times.count, "one new time per beat")
    old = beats
    new = moved.times
  }

  /// Where a moment of the recording comes to lie.
  package func moved(_ time: Double) -> Double { Self.map(time, from: old, to: new) }

  /// The moment of the recording that comes to lie there.
  package func source(of time: Double) -> Double { Self.map(time, from: new, to: old) }

  package func moved(_ channels: Channels) -> Channels {
    var result = channels
    for kind in channels.kinds where kind.showsBeats {
      guard let channel = channels[kind], let range = channel.timeRange else { continue }
      let end = min(range.end, moved(range.end))
      let times = (0..<channel.count).map { channel.time(at: $0) }
      let values = channel.values
      let kept = times.prefix { $0 < end && source(of: $0) <= times[times.count - 1] }
      let taken = kept.map { time -> Double in
        let at = max(source(of: time), times[0])
        let after = max(1, min(times.count - 1, times.firstIndex(notBefore: at)))
        let share = (at - times[after - 1]) / (times[after] - times[after - 1])
        return values[after - 1] + share * (values[after] - values[after - 1])
      }
      switch channel {
      case .uniform(let signal):
        result[kind] = .uniform(
          Signal(samples: taken, sampleRate: signal.sampleRate, startTime: signal.startTime))
      case .irregular:
        result[kind] = .irregular(TimeSeries(times: Array(kept), values: taken))
      }
    }
    return result
  }

  /// Beats come to their new times; rates and breaths are not beats and stay.
  package func moved(_ reference: Reference) -> Reference {
    switch reference {
    case .beats(let beats): .beats(beats.map { moved($0) })
    case .agreeingBeats(let agreeing):
      .agreeingBeats(
        Reference.AgreeingBeats(
          first: agreeing.first.map { moved($0) }, second: agreeing.second.map { moved($0) }))
    case .breaths, .agreeingBreaths, .rateSeries, .windowRates, .none: reference
    }
  }

  private static func map(_ time: Double, from: [Double], to: [Double]) -> Double {
    let after = from.firstIndex(notBefore: time)
    guard after > 0 else { return time + to[0] - from[0] }
    guard after < from.count else { return time + to[to.count - 1] - from[from.count - 1] }
    let share = (time - from[after - 1]) / (from[after] - from[after - 1])
    return to[after - 1] + share * (to[after] - to[after - 1])
  }
}
