internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Stretches of a recording with another heart rhythm.
///
/// One episode of `seconds` is in each slot of `seconds / share` (``EventSlots``), so that over whole slots the share
/// is exactly the given one; at another share or length episodes come at other times. An interval belongs to the
/// episode in which it begins. The last two beats of the recording keep their times: the last pulse may still be under
/// way when a channel ends, which else would end elsewhere.
struct RhythmEpisodes: Equatable, Sendable {
  var share = 1.0
  var seconds = 30.0

  struct Episode {
    /// Beats from the one that begins the first interval to the one that ends the last.
    var beats: ClosedRange<Int>
    /// Numbers of the episode's own.
    let stream: RandomStream
  }

  /// The episodes with at least one interval, in order. Neighbours may share a beat.
  func episodes(of beats: [Double], _ random: RandomSource, name: String) -> [Episode] {
    guard share > 0, let first = beats.first, let last = beats.last else { return [] }
    let slots = EventSlots(share: share, seconds: seconds, random: random, name: name)
    return slots.events(in: TimeRange(start: first, end: last)) { _ in seconds }.compactMap { event in
      let begin = beats.firstIndex(notBefore: event.range.start - TimeRange.slack)
      let end = min(beats.firstIndex(notBefore: event.range.end - TimeRange.slack), beats.count - 2)
      return begin < end ? Episode(beats: begin...end, stream: event.stream) : nil
    }
  }

  /// The episodes' beats, those of episodes that follow each other without a normal interval between them as one.
  func stretches(of beats: [Double], _ random: RandomSource, name: String) -> [ClosedRange<Int>] {
    episodes(of: beats, random, name: name).reduce(into: []) { stretches, episode in
      if let last = stretches.last, episode.beats.lowerBound <= last.upperBound {
        stretches[stretches.count - 1] = last.lowerBound...episode.beats.upperBound
      } else {
        stretches.append(episode.beats)
      }
    }
  }
}
