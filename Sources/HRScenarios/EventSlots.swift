internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Events at a given mean rate that never overlap: one in each slot of `60 / perMinute` seconds.
///
/// Slots count from time 0 and each event's place in its slot comes from the slot's own stream. So the events depend
/// neither on the recording's length nor on its other channels, and their rate is exactly the given one;
/// ``PoissonEvents`` meet it only on average. A longer event covers the shorter one of the same slot. But at another
/// rate slots are others and events come at other times, whereas those of ``PoissonEvents`` stay and more join them.
struct EventSlots {
  let perMinute: Double
  let random: RandomSource
  let name: String

  /// Conflict of the two parameters (name and value each), if there is one: an event must fit its slot.
  ///
  /// - Parameter events: name of the events, in the plural.
  static func conflicts(
    perMinute: (name: String, value: Double), seconds: (name: String, value: Double), events: String
  ) -> [String] {
    perMinute.value * seconds.value <= 60
      ? [] : ["\(perMinute.name) times \(seconds.name) must not exceed 60, or \(events) would overlap"]
  }

  /// The events that touch the range, in order.
  ///
  /// - Parameter duration: draws the event's duration in seconds, at most one slot, as the stream's first numbers.
  func events(in range: TimeRange, duration: (inout RandomStream) -> Double) -> [Event] {
    guard perMinute > 0, range.duration > 0 else { return [] }
    let slotSeconds = 60 / perMinute
    let first = Int(saturating: (range.start / slotSeconds).rounded(.down))
    let last = Int(saturating: (range.end / slotSeconds).rounded(.down))
    return (first...last).compactMap { slot in
      var stream = random.stream("\(name) \(slot)")
      let seconds = min(duration(&stream), slotSeconds)
      let start = Double(slot) * slotSeconds + stream.uniform() * (slotSeconds - seconds)
      let span = TimeRange(start: start, end: start + seconds)
      guard span.end > range.start, span.start < range.end else { return nil }
      return Event(range: span, stream: stream)
    }
  }

  struct Event {
    let range: TimeRange
    /// Stream of the event's further numbers.
    let stream: RandomStream
  }
}

extension EventSlots {
  /// Events of so many seconds each that take a share of all time: one in each slot of `seconds / share`.
  init(share: Double, seconds: Double, random: RandomSource, name: String) {
    self.init(perMinute: 60 * share / seconds, random: random, name: name)
  }
}
