internal import RealModule

/// Adds bell curves to evenly spaced samples that start at time 0.
///
/// Each curve is evaluated only within five standard deviations of its centre; beyond, it is below 4·10⁻⁶ of its
/// height.
struct GaussianSum {
  static let reach = 5.0

  let sampleRate: Double
  private(set) var samples: [Double]

  init(sampleRate: Double, count: Int) {
    self.sampleRate = sampleRate
    samples = Array(repeating: 0, count: count)
  }

  /// - Parameters:
  ///   - centre: seconds.
  ///   - width: standard deviation in seconds; positive.
  mutating func add(centre: Double, width: Double, height: Double) {
    let first = max(0, Int(saturating: ((centre - Self.reach * width) * sampleRate).rounded(.up)))
    let last = min(
      samples.count - 1, Int(saturating: ((centre + Self.reach * width) * sampleRate).rounded(.down)))
    guard first <= last else { return }
    for index in first...last {
      let z = (Double(index) / sampleRate - centre) / width
      samples[index] += height * Double.exp(-0.5 * z * z)
    }
  }
}
