internal import HRSignals
internal import RealModule

/// An accelerometer at rest: gravity along a fixed direction, a trace of breathing, and noise, in units of 9.81 m/s².
struct RestingAccelerometer {
  static let noise = 0.006
  static let breathing = 0.004

  let subject: SyntheticSubject
  let source: SynthesisSource

  func standardGravities(along kind: ChannelKind, sampleRate: Double, count: Int) -> [Double] {
    var pose = source.stream("pose")
    let height = pose.uniform(in: -1...1)
    let azimuth = 2 * Double.pi * pose.uniform()
    let radius = Double.sqrt(1 - height * height)
    let horizontal: [ChannelKind: Double] = [
      .accelerometerX: radius * Double.cos(azimuth), .accelerometerY: radius * Double.sin(azimuth),
    ]
    let gravity = horizontal[kind] ?? height
    var noise = source.stream("\(kind.rawValue) noise")
    return (0..<count).map { index in
      gravity + Self.breathing * gravity * Double.sin(subject.breathing.phase(at: Double(index) / sampleRate))
        + Self.noise * noise.normal()
    }
  }
}
