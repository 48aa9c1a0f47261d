internal import HRSignals

extension ChannelKind {
  /// True if the clock of the sensor under test stamps the kind's samples; that of the reference's device stamps the
  /// others.
  var hasSensorClock: Bool {
    switch self {
    case .ppg, .ppg2, .furtherPulse, .red, .green, .blue, .infrared, .accelerometerX, .accelerometerY,
      .accelerometerZ,
      .contact:
      true
    case .ecg, .respiration: false
    }
  }
}

extension Channels {
  /// The channels with those that the sensor's clock stamps at other times; all others as they were.
  func restampingSensor(
    even: (Signal) -> Signal, uneven: (TimeSeries) -> TimeSeries
  ) -> Channels {
    var restamped = self
    for kind in kinds where kind.hasSensorClock {
      switch self[kind] {
      case .uniform(let signal): restamped[kind] = .uniform(even(signal))
      case .irregular(let series): restamped[kind] = .irregular(uneven(series))
      case nil: continue
      }
    }
    return restamped
  }
}
