internal import HRSignals

/// A piecewise linear map of time that moves beats to other times and leaves their close neighbourhood rigid.
///
/// Around each beat there is a zone that is shifted, not stretched. Two neighbouring zones together take at most three
/// fifths of the shorter of the recorded and the new interval. If they would take more, both shrink in proportion, so
/// that time never stops or runs backward. Before the first and after the last beat the map only shifts. A time between
/// two beats that both stay is unchanged, to the bit.
struct BeatMap: Sendable {
  static let highestRigidShare = 0.6

  private let old: [Double]
  private let new: [Double]

  /// - Parameters:
  ///   - beats: in seconds, ascending, at least one.
  ///   - moved: as many, ascending.
  ///   - delaySeconds: delay of the zone's centre after the beat.
  ///   - rigid: extent before and after a beat, in seconds, in which time is only shifted.
  init(_ beats: [Double], to moved: [Double], delaySeconds: Double, rigid: Double) {
    var old: [Double] = []
    var new: [Double] = []
    old.reserveCapacity(3 * beats.count)
    new.reserveCapacity(3 * beats.count)
    let zones = rigid + rigid
    for index in beats.indices {
      let (from, to) = (beats[index] + delaySeconds, moved[index] + delaySeconds)
      old.append(from)
      new.append(to)
      guard zones > 0, index + 1 < beats.count else { continue }
      let (next, nextTo) = (beats[index + 1] + delaySeconds, moved[index + 1] + delaySeconds)
      let scale = min(1, Self.highestRigidShare * min(next - from, nextTo - to) / zones)
      guard scale > 0 else { continue }
      old.append(from + scale * rigid)
      new.append(to + scale * rigid)
      old.append(next - scale * rigid)
      new.append(nextTo - scale * rigid)
    }
    self.old = old
    self.new = new
  }

  /// Time to which a time of the recording is moved.
  func moved(_ time: Double) -> Double {
    Self.map(time, from: old, to: new, after: old.firstIndex(notBefore: time))
  }

  /// Times of the recording that are moved to the sample times of a channel, in one pass.
  func sources(of channel: Channel) -> [Double] {
    var after = 0
    return channel.times.map { time in
      while after < new.count, new[after] < time { after += 1 }
      return Self.map(time, from: new, to: old, after: after)
    }
  }

  /// - Parameter after: index of the first element of `from` that is not before the time.
  private static func map(_ time: Double, from: [Double], to: [Double], after: Int) -> Double {
    guard after > 0 else { return time + (to[0] - from[0]) }
    guard after < from.count else { return time + (to[to.count - 1] - from[from.count - 1]) }
    // The beats themselves are moved exactly to their targets.
    guard time < from[after] else { return to[after] }
    let span = from[after] - from[after - 1]
    let stretch = (to[after] - to[after - 1] - span) / span
    // A sum of changes: zero if nothing changes.
    return time + (to[after - 1] - from[after - 1]) + (time - from[after - 1]) * stretch
  }
}

/// Limits of scenarios that move beats.
enum BeatIntervals {
  /// Shortest interval, unless a shorter one was recorded: 222 beats per minute.
  static let shortestSeconds = 0.27

  /// Returns true if the time from the beat before to this one is an interval of the heart, and not a gap in the
  /// reference.
  static func isInterval(_ beats: [Double], to index: Int) -> Bool {
    index > 0 && Measurand.heartRate.intervalSeconds.contains(beats[index] - beats[index - 1])
  }

  /// The wanted interval, but not shorter than ``shortestSeconds`` or, if that was shorter, the recorded one.
  static func limited(_ seconds: Double, recorded: Double) -> Double {
    max(seconds, min(recorded, shortestSeconds))
  }
}
