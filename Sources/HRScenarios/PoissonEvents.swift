internal import HRNumerics
internal import HRPlugins
internal import HRSignals

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
