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

  typealias Named = (name: String, value: Double)

  /// Conflict of two parameters, if there is one: an event must fit its slot.
  ///
  /// - Parameter events: name of the events, in the plural.
  static func conflicts(perMinute: Named, seconds: Named, events: String) -> [String] {
    perMinute.value * seconds.value <= 60
      ? [] : ["\(perMinute.name) times \(seconds.name) must not exceed 60, or \(events) would overlap"]
  }

  /// Conflict of two parameters between which durations are drawn, if there is one.
  static func conflicts(shortest: Named, longest: Named) -> [String] {
    shortest.value <= longest.value ? [] : ["\(shortest.name) must not exceed \(longest.name)"]
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

/// Times of a Poisson process: independent of each other, so sometimes close together and sometimes far apart.
///
/// Minutes count from time 0. Each minute's own stream draws times at ``ceilingPerMinute`` and a mark for each; those
/// marked below the given rate are the events (thinning, after P. A. W. Lewis and G. S. Shedler, Nav. Res. Logist. Q.
/// 26:403, 1979). So the events do not depend on the recording's length, and at a higher rate all the events of a lower
/// one happen too. ``EventSlots`` meets its rate in every slot; here it is met on average only.
struct PoissonEvents {
  static let ceilingPerMinute = 120.0
  static let slotSeconds = 60.0

  /// Mean rate, at most ``ceilingPerMinute``.
  let perMinute: Double
  let random: RandomSource
  let name: String

  /// The events with `range.start <= time < range.end`, in order.
  func events(in range: TimeRange) -> [Event] {
    guard perMinute > 0, range.duration > 0 else { return [] }
    let first = Int(saturating: (range.start / Self.slotSeconds).rounded(.down))
    let last = Int(saturating: (range.end / Self.slotSeconds).rounded(.down))
    return (first...last).flatMap { slot in
      var stream = random.stream("\(name) \(slot)")
      var events: [Event] = []
      var since = 0.0
      for number in 0... {
        since += stream.exponential(mean: Self.slotSeconds / Self.ceilingPerMinute)
        let isKept = stream.uniform() * Self.ceilingPerMinute < perMinute
        guard since < Self.slotSeconds else { break }
        let time = Double(slot) * Self.slotSeconds + since
        guard isKept, time >= range.start, time < range.end else { continue }
        events.append(Event(time: time, stream: random.stream("\(name) \(slot) event \(number)")))
      }
      return events
    }
  }

  struct Event {
    let time: Double
    /// Numbers of the event's own.
    let stream: RandomStream
  }
}
