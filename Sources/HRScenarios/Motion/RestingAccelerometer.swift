internal import HRSignals

extension ChannelKind {
  /// The kinds that motion shows in: light and acceleration.
  static let shownMotion = allCases.filter { $0.isOptical || $0.axis != nil }
}

extension Channels {
  /// Samples per second of an accelerometer that is added.
  static var accelerometerRate: Double { 50 }

  /// The channels with an accelerometer at rest added if there is light but no axis, else as they are.
  ///
  /// Three axes in g, from the first sample of any channel to the end of the longest, at multiples of 1 / 50 s, so that
  /// their values do not depend on the recording's start. Motion is then added to them as it is to axes that were
  /// recorded.
  func addingRestingAccelerometer(gravity: Direction) -> Channels {
    let hasLight = kinds.contains { $0.isOptical && (self[$0]?.count ?? 0) > 2 }
    guard hasLight, kinds.allSatisfy({ $0.axis == nil }), let range = timeRange else { return self }
    let first = (range.start * Self.accelerometerRate - TimeRange.slack).rounded(.up)
    let end = (range.end * Self.accelerometerRate - TimeRange.slack).rounded(.up)
    var accompanied = self
    for kind in ChannelKind.allCases {
      guard let axis = kind.axis else { continue }
      let samples = Array(repeating: gravity.components[axis], count: Int(saturating: end - first))
      accompanied[kind] = .uniform(
        Signal(
          samples: samples, sampleRate: Self.accelerometerRate, startTime: first / Self.accelerometerRate))
    }
    return accompanied
  }
}
