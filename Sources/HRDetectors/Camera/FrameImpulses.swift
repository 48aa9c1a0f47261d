internal import HRNumerics
internal import HRSignals

/// Takes out single frames that differ from those around them, as the key frames of an encoded video do.
///
/// A frame that differs by one or two in every thirty is a comb of lines at 60, 120, 180 beats per minute, as regular
/// as no heart. A pulse wave changes little from frame to frame, so a frame stands out by its distance from the median
/// of the five frames around it. It is taken out where that is above both 5 standard deviations of the frames' noise
/// and a quarter of the pulse's height; frames that stay are joined by a straight line. Both measures are of the 10 s
/// before each second (of the first second itself): the noise from the median size of the fourth difference
/// (divided by 0.6745·√70 of white noise of deviation 1), the height as the median over seconds of the range of the
/// running median.
///
/// A value knows of the two frames after it, and where frames are taken out of the next that stays, at most three (of
/// more where three or more in a row stand out, to and fro).
///
/// - Note: At 30 frames a second the peaks of a narrow pulse above 90 bpm are but one or two frames wide, and lose up to
///   half of their height. Their rate stays.
enum FrameImpulses {
  private static let memorySeconds = 10
  private static let noiseDeviations = 5.0
  private static let heightShare = 0.25
  /// At fewer frames a second a pulse may be one or two frames wide.
  static let leastRate = 18.0
  /// Where only a pulse wave is known, and not that it is a camera's: a wave with more values a second is hardly one.
  static let cameraRate = 65.0
  /// Frames after a value that it knows of.
  static let reach = 3

  /// - Parameters:
  ///   - channel: in it values that are not finite hold the last one.
  ///   - most: a channel with more values a second is no camera's, and stays as it is.
  /// - Returns: `nil` without a finite value.
  static func removed(from channel: Channel, upTo most: Double = .infinity) -> Channel? {
    guard let values = channel.values.forwardFilled, let rate = channel.nominalRate else { return nil }
    guard rate <= most else { return channel }
    return channel.replacing(values: removed(from: values, sampleRate: rate))
  }

  /// - Parameters:
  ///   - values: one per frame, finite.
  ///   - sampleRate: frames per second; below ``leastRate`` nothing is taken out.
  static func removed(from values: [Double], sampleRate: Double) -> [Double] {
    let count = values.count
    guard sampleRate >= leastRate, count >= 5 else { return values }
    let smooth = (0..<count).map { index -> Double in
      guard index >= 2, index + 2 < count else { return values[index] }
      return medianOfFive(
        values[index - 2], values[index - 1], values[index], values[index + 1], values[index + 2])
    }
    var result = values
    let perSecond = max(5, Int(saturating: sampleRate.rounded()))
    var sizes: [Double] = []
    var heights: [Double] = []
    var run: Range<Int>?
    func join() {
      guard let stretch = run else { return }
      let (before, after) = (stretch.lowerBound - 1, stretch.upperBound)
      for index in stretch {
        let share = Double(index - before) / Double(after - before)
        result[index] = values[before] + share * (values[after] - values[before])
      }
      run = nil
    }
    var start = 0
    while start < count {
      let end = min(count, start + perSecond)
      let inner = max(2, start)..<max(max(2, start), min(end, count - 2))
      func measure() {
        for index in inner {
          let (outer, near) = (values[index - 2] + values[index + 2], values[index - 1] + values[index + 1])
          sizes.append(abs(outer - 4 * near + 6 * values[index]))
        }
        sizes.removeFirst(max(0, sizes.count - memorySeconds * perSecond))
        if let low = smooth[start..<end].min(), let high = smooth[start..<end].max() {
          heights.append(high - low)
        }
        heights.removeFirst(max(0, heights.count - memorySeconds))
      }
      // A second is judged by those before it; only the first has none.
      if start == 0 { measure() }
      let limit = max(
        noiseDeviations * middle(of: sizes) / 0.6745 / 70.0.squareRoot(), heightShare * middle(of: heights))
      for index in inner {
        if abs(values[index] - smooth[index]) > limit {
          run = (run?.lowerBound ?? index)..<(index + 1)
        } else {
          join()
        }
      }
      if start > 0 { measure() }
      start = end
    }
    if let stretch = run, stretch.upperBound < count { join() }
    return result
  }

  private static func middle(of values: [Double]) -> Double {
    var scratch = values
    return kthSmallest(&scratch, values.count / 2) ?? 0
  }

  private static func medianOfFive(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double) -> Double
  {
    // The median of five is that of the third, and of the middle two of the other four.
    let (lowPair, highPair) = (min(a, b), max(a, b))
    let (lowOther, highOther) = (min(d, e), max(d, e))
    let low = max(lowPair, lowOther)
    let high = min(highPair, highOther)
    return max(min(low, high), min(max(low, high), c))
  }
}
