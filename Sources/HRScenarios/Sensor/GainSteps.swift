internal import HRPlugins
internal import HRSignals
internal import RealModule

/// A camera's gain that moves to a new value at each event, as a first-order loop does.
///
/// After an event at time s with target g₁ the gain is g₁ + (g₀ − g₁) · e^(−(t − s) / τ), g₀ being the gain at s.
/// Events come one per slot (``EventSlots``); targets are uniform within 1 ± step. The loop has run for ever: events
/// before the recording count, so its first gain is not 1 as a rule, and the gain does not depend on the recording's
/// start (to 10⁻¹³).
struct GainSteps {
  /// Time constants after which a former gain is forgotten: e⁻³⁰ is 10⁻¹³.
  static let memoryTimeConstants = 30.0

  let perMinute: Double
  /// Largest distance of a target from 1.
  let step: Double
  let timeConstantSeconds: Double
  let random: RandomSource

  /// The gain at each sample of the channel.
  ///
  /// - Parameter lane: 0, 1, … for gains that move at the same times to targets of their own.
  func gains(of channel: Channel, lane: Int = 0) -> [Double] {
    guard let range = channel.timeRange, perMinute > 0 else {
      return Array(repeating: 1, count: channel.count)
    }
    // Two slots hold at least one event, whose target is the gain when the loop is fast.
    let lead = Self.memoryTimeConstants * timeConstantSeconds + 2 * 60 / perMinute
    let slots = EventSlots(perMinute: perMinute, random: random, name: "gain")
    let events = slots.events(in: TimeRange(start: range.start - lead, end: range.end), duration: { _ in 0 })
    var (next, since, from, target) = (0, range.start - lead, 1.0, 1.0)
    func gain(at time: Double) -> Double {
      target + (from - target) * Double.exp(-(time - since) / timeConstantSeconds)
    }
    return (0..<channel.count).map { index in
      let time = channel.time(at: index)
      while next < events.count, events[next].range.start <= time {
        var stream = events[next].stream
        from = gain(at: events[next].range.start)
        since = events[next].range.start
        for _ in 0...lane { target = 1 + step * stream.uniform(in: -1...1) }
        next += 1
      }
      return gain(at: time)
    }
  }
}
