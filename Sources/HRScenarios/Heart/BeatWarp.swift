package import HRPlugins
package import HRSignals

/// Moves the beats of a recording to other times, in the channels that show them and in the reference alike: definition
/// `warp@1`.
///
/// Each channel keeps its own sample times and takes at each the value of the time that was moved there, by cubic
/// interpolation (``CubicInterpolation``). Between beats time is stretched evenly except for a rigid zone
/// (``BeatMap``):
///
/// - The ECG is rigid 0.06 s around each beat, so that QRS complexes are neither squeezed nor drawn out.
/// - In optical channels a beat is seen later, as the upstroke of its pulse wave; the delay is measured in each
///   (``PulseDelay``). They are moved by the same map with that delay, so that upstroke and beat keep their distance.
///   They are rigid 0.1 s around the steepest point of the upstroke, so from foot to top: a heart that beats earlier
///   shortens the end of the pulse, not its beginning. Height: ``PulseHeights``, before they are moved. Camera channels
///   are clipped.
/// - The contact flag moves as if its delay were ``PulseDelay/usualSeconds``, and takes the last flag at or before the
///   time.
/// - Acceleration and breathing are not the heart's and stay.
///
/// The zones are our choice. Nothing is extrapolated: a channel whose heart beats faster ends earlier, one whose heart
/// beats slower is cut at its old end, and one whose first beats are moved later begins later. A map that moves nothing
/// gives the same bits.
package struct BeatWarp: Sendable {
  /// Zones: extents before and after a beat, in seconds.
  static let electricZone = 0.06
  static let pulseZone = 0.1
  /// Zone of annotations: two detectors' times of one beat may differ by so much, and must keep their distance to stay
  /// one beat.
  static let pairZone = 0.15

  private let beats: [Double]
  private let target: MovedBeats
  private let delaySeconds: Double?
  private let annotations: BeatMap
  private let movesTime: Bool
  private let changesHeight: Bool

  /// - Parameters:
  ///   - beats: in seconds, strictly ascending, at least one.
  ///   - moved: as many times as there are beats, strictly ascending.
  ///   - pulseDelaySeconds: from a beat to the upstroke of its pulse in optical channels; `nil` measures it.
  package init(_ beats: [Double], to moved: MovedBeats, pulseDelaySeconds: Double? = nil) {
    precondition(!beats.isEmpty && beats.count == moved.times.count, "one new time per beat")
    precondition(beats.count == moved.pulseShares.count, "one share per beat")
    self.beats = beats
    target = moved
    delaySeconds = pulseDelaySeconds
    annotations = BeatMap(beats, to: moved.times, delaySeconds: 0, rigid: Self.pairZone)
    movesTime = beats != moved.times
    changesHeight = moved.pulseShares.contains { $0 != 1 }
  }

  package func moved(_ channels: Channels) -> Channels {
    var result = channels
    for kind in channels.kinds where kind.showsBeats {
      guard let channel = channels[kind], channel.count > 1, movesTime || changesHeight else { continue }
      result[kind] = moved(channel, of: kind)
    }
    return result
  }

  /// Beats come to their new times; rates and breaths are not beats and stay.
  package func moved(_ reference: Reference) -> Reference {
    guard movesTime else { return reference }
    return switch reference {
    case .beats(let beats): .beats(beats.map { annotations.moved($0) })
    case .agreeingBeats(let agreeing): .agreeingBeats(agreeing.moved { annotations.moved($0) })
    case .breaths, .agreeingBreaths, .rateSeries, .windowRates, .none: reference
    }
  }

  /// Range to which a stretch of the recording is moved, by the beats around its ends.
  package func moved(_ stretch: TimeRange) -> TimeRange {
    movesTime
      ? TimeRange(start: annotations.moved(stretch.start), end: annotations.moved(stretch.end)) : stretch
  }

  private func moved(_ channel: Channel, of kind: ChannelKind) -> Channel {
    guard kind != .ecg else {
      return movesTime
        ? moved(
          channel, of: kind, by: BeatMap(beats, to: target.times, delaySeconds: 0, rigid: Self.electricZone))
        : channel
    }
    let band = kind.isOptical ? PulsatileBand(channel) : nil
    let measured = delaySeconds ?? band.flatMap { PulseDelay.seconds(in: channel, pulse: $0, beats: beats) }
    let delay = measured ?? PulseDelay.usualSeconds
    var result = channel
    if let band, changesHeight {
      let heights = PulseHeights(
        feet: beats.map { $0 + delay - Self.pulseZone }, shares: target.pulseShares)
      result = channel.replacing(values: kind.clipped(heights.applied(to: channel, pulse: band)))
    }
    guard movesTime else { return result }
    return moved(
      result, of: kind, by: BeatMap(beats, to: target.times, delaySeconds: delay, rigid: Self.pulseZone))
  }

  private func moved(_ channel: Channel, of kind: ChannelKind, by map: BeatMap) -> Channel {
    let sources = map.sources(of: channel)
    let (first, last) = (channel.time(at: 0), channel.time(at: channel.count - 1))
    let start = sources.firstIndex(notBefore: first - TimeRange.slack)
    let end = sources.firstIndex(notBefore: last + TimeRange.slack)
    var reader = CubicInterpolation(channel)
    let values = sources[start..<end].map { source in
      let moment = min(max(source, first), last)
      return kind == .contact ? reader.heldValue(at: moment) : reader.value(at: moment)
    }
    let limited = kind.clipped(values)
    switch channel {
    case .uniform(let signal):
      return .uniform(
        Signal(
          samples: limited, sampleRate: signal.sampleRate,
          startTime: start == 0 ? signal.startTime : signal.time(at: start)))
    case .irregular(let series):
      return .irregular(TimeSeries(times: Array(series.times[start..<end]), values: limited))
    }
  }
}

/// Makes the pulse of each beat higher or lower.
///
/// A beat's cycle runs from the foot of its pulse to the foot of the next. In it the pulsatile part of the channel
/// (``PulsatileBand/pulse``) is multiplied by the beat's share. The factor passes to the next beat's as a raised
/// cosine over the last ``transitionSeconds`` before that one's foot, or half the cycle if that is shorter, so that
/// upstroke and peak have their full share. Before the first foot the factor is 1. Samples whose factor is 1 keep
/// their bits; missing ones stay missing.
struct PulseHeights {
  static let transitionSeconds = 0.2

  /// Feet of the recorded pulses, in seconds, ascending.
  let feet: [Double]
  /// Factors of the pulses' heights, one for each foot.
  let shares: [Double]

  /// The channel's values with the heights applied.
  func applied(to channel: Channel, pulse band: PulsatileBand) -> [Double] {
    var values = channel.values
    var next = 0
    for (index, time) in channel.times.enumerated() {
      while next < feet.count, feet[next] <= time { next += 1 }
      let factor = self.factor(at: time, before: next)
      if factor != 1 { values[index] += (factor - 1) * band.pulse[index] }
    }
    return values
  }

  /// - Parameter next: index of the first foot after the time.
  private func factor(at time: Double, before next: Int) -> Double {
    let share = next > 0 ? shares[next - 1] : 1
    guard next < feet.count, shares[next] != share else { return share }
    let cycle = next > 0 ? feet[next] - feet[next - 1] : .infinity
    let transition = min(Self.transitionSeconds, cycle / 2)
    let progress = 1 - (feet[next] - time) / transition
    guard progress > 0 else { return share }
    return share + (shares[next] - share) * raisedCosine(progress)
  }
}
