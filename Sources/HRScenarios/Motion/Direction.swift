internal import HRNumerics
internal import HRSignals
internal import RealModule

/// A unit vector in the accelerometer's axes.
struct Direction {
  let components: [Double]

  /// Uniform on the sphere, from two numbers of the stream.
  init(_ stream: inout RandomStream) {
    // Cosine of the inclination and azimuth, both uniform, are uniform on the sphere.
    let height = stream.uniform(in: -1...1)
    let azimuth = 2 * Double.pi * stream.uniform()
    let radius = Double.sqrt(1 - height * height)
    components = [radius * Double.cos(azimuth), radius * Double.sin(azimuth), height]
  }

  /// Uniform among the directions within 60° of the line of another, either way along it.
  init(near other: Direction, _ stream: inout RandomStream) {
    var drawn = Direction(&stream)
    while abs(drawn.cosine(to: other)) < 0.5 { drawn = Direction(&stream) }
    self = drawn
  }

  func cosine(to other: Direction) -> Double {
    zip(components, other.components).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

extension ChannelKind {
  /// The kinds that motion shows in: light and acceleration.
  static let shownMotion = allCases.filter { $0.isOptical || $0.axis != nil }
}

extension Channels {
  /// Samples per second of an accelerometer that is added.
  static var accelerometerRate: Double { 50 }

  /// The channels with the axes of their accelerometer replaced, or of one at rest that is added to them.
  ///
  /// - Parameter change: new values, one per sample, of an axis by its number.
  func shakingAccelerometer(gravity: Direction, _ change: (Int, Channel) -> [Double]) -> Channels {
    var shaken = addingRestingAccelerometer(gravity: gravity)
    for kind in shaken.kinds {
      guard let axis = kind.axis, let channel = shaken[kind] else { continue }
      shaken[kind] = channel.replacing(values: change(axis, channel))
    }
    return shaken
  }

  /// The channels with an accelerometer at rest added if there is light but no axis, else as they are.
  ///
  /// Three axes in g, from the first sample of any channel to the end of the longest, at multiples of 1 / 50 s, so that
  /// their values do not depend on the recording's start. Motion is then added to them as it is to axes that were
  /// recorded.
  private func addingRestingAccelerometer(gravity: Direction) -> Channels {
    let hasLight = kinds.contains { $0.isOptical && (self[$0]?.count ?? 0) > 2 }
    guard hasLight, kinds.allSatisfy({ $0.axis == nil }), let range = timeRange else { return self }
    let first = (range.start * Self.accelerometerRate - TimeRange.slack).rounded(.up)
    let end = (range.end * Self.accelerometerRate - TimeRange.slack).rounded(.up)
    var accompanied = self
    accompanied.accelerationIsInG = true
    for (axis, kind) in Cadence.axes.enumerated() {
      let samples = Array(repeating: gravity.components[axis], count: Int(saturating: end - first))
      accompanied[kind] = .uniform(
        Signal(
          samples: samples, sampleRate: Self.accelerometerRate, startTime: first / Self.accelerometerRate))
    }
    return accompanied
  }
}
