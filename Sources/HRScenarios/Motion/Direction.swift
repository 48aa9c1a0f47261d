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
