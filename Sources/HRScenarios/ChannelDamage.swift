internal import HRNumerics
package import HRSignals
internal import RealModule

extension Channels {
  /// The channels with each optical one that carries a measurable pulse replaced; all others as they were.
  ///
  /// - Parameter change: new values for the kind, one per sample, from the channel and its pulsatile part. Values of
  ///   kinds with levels are clipped to them.
  func damagingOptical(_ change: (ChannelKind, Channel, PulsatileBand) -> [Double]) -> Channels {
    damaging(kinds.filter(\.isOptical)) { kind, channel in
      PulsatileBand(channel).map { change(kind, channel, $0) }
    }
  }

  /// The channels with those of the kinds that are there replaced; all others as they were.
  ///
  /// - Parameter change: new values, one per sample, or `nil` if there is nothing to damage. Values of kinds with
  ///   levels are clipped to them.
  func damaging(_ damagedKinds: [ChannelKind], _ change: (ChannelKind, Channel) -> [Double]?) -> Channels {
    var damaged = self
    // The condition for the second pulse channel covers further ones.
    for kind in damagedKinds
      + kinds.filter({ $0.isFurther && damagedKinds.contains($0.ruling) && !damagedKinds.contains($0) })
    {
      guard let channel = self[kind], let values = change(kind, channel) else { continue }
      damaged[kind] = channel.replacing(values: kind.clipped(values))
    }
    return damaged
  }

  /// Camera channels that held whole codes before hold whole codes again: a camera rounds and clips what reaches it, so
  /// both come after the noise.
  ///
  /// A channel is rounded, half away from zero, and clipped if its kind has levels and `original` holds at least one
  /// finite value there, all of them whole. Other channels, and missing samples, stay as they are bit for bit.
  ///
  /// - Parameter original: the channels before any damage; times and number of samples may differ.
  package func restoringWholeCodes(like original: Channels) -> Channels {
    var restored = self
    for kind in kinds where kind.levels != nil {
      guard let channel = self[kind], let before = original[kind], channel != before,
        before.holdsWholeNumbers
      else { continue }
      let rounded = kind.clipped(channel.values.map { $0.rounded() })
      let values = zip(channel.values, rounded).map { $0.isFinite ? $1 : $0 }
      restored[kind] = channel.replacing(values: values)
    }
    return restored
  }
}

extension ChannelKind {
  /// The colours of a camera: the kinds with levels.
  static let camera = allCases.filter { $0.levels != nil }

  /// Values limited to what the sensor can give.
  func clipped(_ values: [Double]) -> [Double] {
    guard let levels else { return values }
    // Written so that a missing sample (NaN) stays missing.
    return values.map { value in
      if value < levels.lowerBound { return levels.lowerBound }
      return value > levels.upperBound ? levels.upperBound : value
    }
  }

  /// Number of the accelerometer axis: 0, 1, 2; `nil` for other kinds.
  var axis: Int? { Cadence.axes.firstIndex(of: self) }
}

extension Channel {
  /// The time of each sample, in seconds.
  var times: [Double] {
    switch self {
    case .uniform(let signal): (0..<signal.count).map { signal.time(at: $0) }
    case .irregular(let series): series.times
    }
  }

  /// Indices of the samples with `range.start <= time < range.end`.
  func indices(in range: TimeRange) -> Range<Int> {
    switch self {
    case .uniform(let signal): signal.indices(in: range)
    case .irregular(let series): series.indices(in: range)
    }
  }

  /// Indices of the samples from a share of the channel's duration on, for so many seconds.
  func indices(fromShare share: Double, seconds: Double = .infinity) -> Range<Int> {
    guard let range = timeRange else { return 0..<0 }
    let start = range.start + share * range.duration
    return indices(in: TimeRange(start: start, end: start + seconds))
  }

  /// Median of the samples that are not missing (mean of the middle two for an even number); `nil` if all are.
  var medianLevel: Double? {
    // Selecting takes a fifth of the time that sorting would.
    percentile(values.filter(\.isFinite), 50)
  }

  fileprivate var holdsWholeNumbers: Bool {
    var found = false
    for value in values where value.isFinite {
      guard value == value.rounded() else { return false }
      found = true
    }
    return found
  }
}

/// Raised cosine from 0 to 1 over a progress of 0…1, without a corner at either end; 0 before it, 1 after.
func raisedCosine(_ progress: Double) -> Double {
  progress >= 1 ? 1 : 0.5 - 0.5 * Double.cos(.pi * max(progress, 0))
}

extension TimeRange {
  /// Factor on a disturbance that swells and fades at the range's ends: 1 except near them, 0 outside.
  func loudness(at time: Double, rampSeconds: Double) -> Double {
    raisedCosine(min(time - start, end - time) / rampSeconds)
  }
}

/// Numbers that follow from a channel's times alone, worked out once for neighbours that share them, as colours do.
struct PerTimeBase {
  private var last: (channel: Channel, values: [Double])?

  /// - Parameter values: one for each sample, computed from the times alone.
  mutating func values(of channel: Channel, _ values: (Channel) -> [Double]) -> [Double] {
    if let last, last.channel.hasTimes(of: channel) { return last.values }
    let made = values(channel)
    last = (channel, made)
    return made
  }
}
