internal import HRNumerics

/// Decision whether a camera's wave changes at one frame of each second, as the key frames of an encoder make it do.
///
/// Of the distances from frame to frame those at the same place in their seconds are put together, and each place has
/// their median (the upper of the middle two). The wave has such steps if the largest of these is at least 3.6 times
/// their mean. Noise has 1 to 1.5 there. A pulse has up to 3, and only if it keeps to whole seconds: its rise takes a
/// sixth of the interval. One jolt changes no median. Nothing is decided where half of the medians are zero, as of a wave
/// of few levels.
enum KeyFrameSteps {
  /// Frame rates of cameras; other sensors have 25, 50, 64 or 100 samples a second and more.
  private static let rates = [23.5...31.0, 58.0...61.0]
  private static let fewestSeconds = 4
  private static let leastRatio = 3.6
  /// Factor on the confidence in such a wave.
  static let faith = 0.25

  /// - Parameters:
  ///   - samples: the wave, thinned or as recorded.
  ///   - sampleRate: of these.
  ///   - frameRate: of the recording.
  /// - Returns: false for less than 4 s, and for recordings at a rate that cameras do not have.
  static func are(in samples: ArraySlice<Double>, sampleRate: Double, frameRate: Double) -> Bool {
    let second = Int(saturating: sampleRate.rounded())
    guard rates.contains(where: { $0.contains(frameRate) }), second > 0,
      samples.count / second >= fewestSeconds
    else { return false }
    var (largest, sum, changing) = (0.0, 0.0, 0)
    var distances: [Double] = []
    for place in 0..<second {
      distances.removeAll(keepingCapacity: true)
      for index in stride(from: samples.startIndex + place + 1, to: samples.endIndex, by: second) {
        distances.append(abs(samples[index] - samples[index - 1]))
      }
      let median = kthSmallest(&distances, distances.count / 2) ?? 0
      largest = max(largest, median)
      sum += median
      changing += median > 0 ? 1 : 0
    }
    return 2 * changing > second && largest * Double(second) >= leastRatio * sum
  }
}
