internal import HRNumerics
package import HRSignals

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
  var axis: Int? {
    switch self {
    case .accelerometerX: 0
    case .accelerometerY: 1
    case .accelerometerZ: 2
    case .ppg, .ppg2, .furtherPulse, .red, .green, .blue, .infrared, .ecg, .respiration, .contact: nil
    }
  }
}

extension Channel {
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
