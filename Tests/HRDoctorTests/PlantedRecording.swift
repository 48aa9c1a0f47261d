import HRNumerics
import HRSignals

/// Changes of a recording that plant a mistake.
extension Recording {
  var pulseKind: ChannelKind? { channels.kinds.first(where: \.isOptical) }
  var firstPulse: Channel? { pulseKind.flatMap { channels[$0] } }
  var end: Double { channels.timeRange?.end ?? 0 }

  func with(channels: Channels? = nil, reference: Reference? = nil) -> Recording {
    Recording(
      id: id, subject: subject, metadata: metadata, channels: channels ?? self.channels,
      reference: reference ?? self.reference, labels: labels, notJudged: notJudged, breaths: breaths,
      zeroMoment: zeroMoment)
  }

  // MARK: Clocks

  /// Returns the recording with all channels that show beats as if sampled at another rate.
  func withRate(times factor: Double) -> Recording? {
    var changed = channels
    for kind in channels.kinds {
      guard let signal = channels[kind]?.uniform() else { return nil }
      changed[kind] = .uniform(
        Signal(samples: signal.samples, sampleRate: signal.sampleRate * factor, startTime: signal.startTime))
    }
    return with(channels: changed)
  }

  /// Returns the recording with the times of all channels as if they were in another unit.
  func withTimes(times factor: Double) -> Recording? { withRate(times: 1 / factor) }

  func withReference(shiftedBy shift: Double) -> Recording? {
    switch reference {
    case .beats(let beats): with(reference: .beats(beats.map { $0 + shift }))
    case .agreeingBeats(let agreeing): with(reference: .beats(agreeing.matched.map { $0 + shift }))
    case .rateSeries: withSeries { ($0 + shift, $1) }
    default: nil
    }
  }

  /// Returns the recording without a piece of the pulse channel; its times show the gap.
  func withGap(seconds: Double) -> Recording? {
    guard let kind = pulseKind, let signal = channels[kind]?.uniform() else { return nil }
    let times = (0..<signal.count).map { signal.time(at: $0) }
    let kept = times.indices.filter {
      times[$0] < signal.startTime + 25 || times[$0] >= signal.startTime + 25 + seconds
    }
    var changed = channels
    changed[kind] = .irregular(
      TimeSeries(times: kept.map { times[$0] }, values: kept.map { signal.samples[$0] }))
    return with(channels: changed)
  }

  // MARK: References

  /// Heart rate once a second.
  var rates: TimeSeries? {
    guard let heart = InstantaneousHeartRate(reference), let range = channels.timeRange else { return nil }
    let times = stride(from: range.start + 1, to: range.end, by: 1).map(\.self)
    return TimeSeries(times: times, values: heart.bpm(at: times))
  }

  func withSeries(_ change: (Double, Double) -> (Double, Double)) -> Recording? {
    guard let rates else { return nil }
    let changed = zip(rates.times, rates.values).map { change($0, $1) }
    return with(reference: .rateSeries(TimeSeries(times: changed.map(\.0), values: changed.map(\.1))))
  }

  func withBeats(_ change: ([Double]) -> [Double]) -> Recording? {
    let beats = reference.beatTimes
    guard beats.count > 20 else { return nil }
    return with(reference: .beats(change(beats)))
  }

  // MARK: Channels

  func withPulse(_ value: (Int, Double) -> Double) -> Recording? {
    guard let kind = pulseKind, let channel = channels[kind] else { return nil }
    var changed = Channels([
      kind: channel.replacing(values: (0..<channel.count).map { value($0, channel.time(at: $0)) })
    ])
    // A folder has other columns too, but none with a pulse.
    for other in channels.kinds where !other.isOptical { changed[other] = channels[other] }
    return with(channels: changed)
  }

  /// - Parameter change: function of a value, the held value, and the time since the beginning.
  func withPulse(changing change: (Double, Double, Double) -> Double) -> Recording? {
    guard let kind = pulseKind, let channel = channels[kind] else { return nil }
    let start = channel.time(at: 0)
    var held = channel.values[0]
    var values: [Double] = []
    for index in 0..<channel.count {
      let value = change(channel.values[index], held, channel.time(at: index) - start)
      held = value
      values.append(value)
    }
    var changed = channels
    changed[kind] = channel.replacing(values: values)
    return with(channels: changed)
  }

  /// Estimated standard deviation of the pulse: median over seconds of the range divided by 2.8.
  private var pulseSize: Double? {
    guard let signal = firstPulse?.uniform(), let filled = signal.samples.forwardFilled else { return nil }
    let width = max(1, Int(saturating: signal.sampleRate))
    let sizes = stride(from: 0, to: filled.count - width, by: width).compactMap { start -> Double? in
      let part = filled[start..<(start + width)]
      guard let low = part.min(), let high = part.max() else { return nil }
      return (high - low) / 2.8
    }
    return median(sizes)
  }

  func withPulse(adding wave: (Double) -> Double) -> Recording? {
    guard let size = pulseSize, let channel = firstPulse else { return nil }
    let values = channel.values.enumerated().map { $1 + size * wave(channel.time(at: $0)) }
    return withValues(values)
  }

  func withPulse(addingAtIndex wave: (Int) -> Double) -> Recording? {
    guard let size = pulseSize, let channel = firstPulse else { return nil }
    return withValues(channel.values.enumerated().map { $1 + size * wave($0) })
  }

  private func withValues(_ values: [Double]) -> Recording? {
    guard let kind = pulseKind, let channel = channels[kind] else { return nil }
    var changed = channels
    changed[kind] = channel.replacing(values: values)
    return with(channels: changed)
  }

  /// Returns the recording with one stretch of the pulse channel copied over another.
  func withStretch(from: Double, to: Double, seconds: Double) -> Recording? {
    guard let channel = firstPulse, let rate = channel.nominalRate, end > to + seconds + 5 else { return nil }
    let count = Int(saturating: seconds * rate)
    let (source, target) = (Int(saturating: from * rate), Int(saturating: to * rate))
    guard target + count < channel.count else { return nil }
    var values = channel.values
    values.replaceSubrange(target..<(target + count), with: values[source..<(source + count)])
    return withValues(values)
  }
}
