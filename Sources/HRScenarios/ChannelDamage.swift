internal import HRSignals

extension Channels {
  /// The channels with each optical one that carries a measurable pulse replaced; all others as they were.
  ///
  /// - Parameter change: new values for the kind, one per sample, from the channel and its pulsatile part. Values of
  ///   kinds with levels are clipped to them.
  func damagingOptical(_ change: (ChannelKind, Channel, PulsatileBand) -> [Double]) -> Channels {
    var damaged = self
    for kind in kinds where kind.isOptical {
      guard let channel = self[kind], let band = PulsatileBand(channel) else { continue }
      damaged[kind] = channel.replacing(values: kind.clipped(change(kind, channel, band)))
    }
    return damaged
  }
}

extension ChannelKind {
  /// Values limited to what the sensor can give.
  func clipped(_ values: [Double]) -> [Double] {
    guard let levels else { return values }
    // Written so that a missing sample (NaN) stays missing.
    return values.map { value in
      if value < levels.lowerBound { return levels.lowerBound }
      return value > levels.upperBound ? levels.upperBound : value
    }
  }

  /// Which accelerometer axis this is: 0, 1, 2.
  var axis: Int? {
    switch self {
    case .accelerometerX: 0
    case .accelerometerY: 1
    case .accelerometerZ: 2
    case .ppg, .ppg2, .red, .green, .blue, .infrared, .ecg, .respiration, .contact: nil
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
}
