/// Decision whether a sequence of beats keeps to the frames of a camera, as the key frames of an encoder do.
///
/// It does if the straight line through the beats' times against their numbers (least squares) has a slope within 0.06
/// frames of half a second, one or two, in whole frames, which are the usual distances of key frames, and if the beats are
/// within 0.9 frames of it (root mean square). Intervals of a heart differ by more, and these differences add up; those
/// of a pacemaker do not, and at 120, 60 or 30 beats a minute it is taken for an encoder. With 0.1 and 1.3 frames hearts on
/// phones were taken for encoders, too.
enum FrameLock {
  /// Frame rates of cameras; other sensors have 25, 50, 64 or 100 samples a second and more.
  private static let rates = [23.5...31.0, 58.0...61.0]
  private static let slopeTolerance = 0.06
  private static let distance = 0.9
  /// Factor on the confidence of such beats.
  static let faith = 0.25

  /// - Parameters:
  ///   - beats: times in seconds.
  ///   - frameRate: of the recording.
  /// - Returns: false for fewer than 5 beats, and for recordings at a rate that cameras do not have.
  static func isKept(by beats: [Double], frameRate: Double) -> Bool {
    guard beats.count >= 5, rates.contains(where: { $0.contains(frameRate) }), let first = beats.first else {
      return false
    }
    let frames = beats.map { ($0 - first) * frameRate }
    let n = Double(frames.count)
    let (middle, mean) = ((n - 1) / 2, frames.reduce(0, +) / n)
    var (xy, xx, yy) = (0.0, 0.0, 0.0)
    for (number, frame) in frames.enumerated() {
      let (x, y) = (Double(number) - middle, frame - mean)
      xy += x * y
      xx += x * x
      yy += y * y
    }
    let slope = xy / xx
    let rest = max(0, yy - slope * xy) / n
    let second = frameRate.rounded()
    let isUsual = [second / 2, second, 2 * second].contains { abs(slope - $0) <= slopeTolerance }
    return isUsual && rest <= distance * distance
  }
}
