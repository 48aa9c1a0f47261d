internal import HRNumerics
internal import HRSignals

/// Removes single frames that differ from those around them, as the key frames of an encoded video do.
///
/// A frame that differs by one or two in every thirty makes a comb of lines at 60, 120, 180 beats per minute, more
/// regular than any heart. A frame is an outlier if it is farther from the median of the five frames around it than
/// both 5 standard deviations of the frames' noise and a quarter of the pulse's height. Both measures are of the 10 s
/// before each second (of the first second itself): the noise from the upper quartile of the distances from those
/// medians (over 1.0436, that of white noise of deviation 1), the height as the median over seconds of the range of the
/// running median. One frame in five may be off without raising the noise estimate; a difference of frames would
/// contain several of them.
///
/// The peak of a quick pulse may be an outlier too, but it continues the frames around it. So a frame is removed only
/// if it is as far also from the cubic that goes through the two frames before it and the two after it (after the next,
/// if that is an outlier too). It is replaced by the mean of the frame before, after replacement, and the next one (its
/// median, if it is an outlier too). So a value depends on the three frames after it, however many outliers follow each
/// other.
///
/// - Note: A peak that is but one or two frames wide is like a key frame, and is treated as one: at 30 frames a second
///   those of pulses that are above half their height for less than 0.14 s. They lose up to two thirds of their height,
///   the wave up to half of its strength at the pulse's rate. The rate stays.
enum FrameImpulses {
  private static let memorySeconds = 10
  private static let noiseDeviations = 5.0
  private static let heightShare = 0.25
  /// Upper quartile of the distance of a normal value of deviation 1 from the median of the five about it.
  private static let quartileOfNoise = 1.0436
  /// Least frame rate; at fewer frames a second a pulse may be one or two frames wide.
  static let leastRate = 18.0
  /// Number of later frames that a value depends on.
  static let reach = 3

  /// Time of ``reach`` in seconds; 0 if no frame is removed at this rate.
  static func reachSeconds(atRate sampleRate: Double) -> Double {
    sampleRate < leastRate ? 0 : Double(reach) / sampleRate
  }

  /// A channel's evenly spaced wave without outlying frames.
  ///
  /// - Returns: `nil` without a channel, or without a finite value in it.
  static func wave(of channel: Channel?) -> Signal? { channel.flatMap { removed(from: $0) }?.uniform() }

  /// - Parameter channel: in it values that are not finite hold the last one.
  /// - Returns: `nil` without a finite value.
  static func removed(from channel: Channel) -> Channel? {
    guard let values = channel.values.forwardFilled, let rate = channel.nominalRate else { return nil }
    return channel.replacing(values: removed(from: values, sampleRate: rate))
  }

  /// - Parameters:
  ///   - values: one per frame, finite.
  ///   - sampleRate: frames per second; below ``leastRate`` nothing is taken out.
  static func removed(from values: [Double], sampleRate: Double) -> [Double] {
    let count = values.count
    guard sampleRate >= leastRate, count >= 5 else { return values }
    let medians = (0..<count).map { index -> Double in
      guard index >= 2, index + 2 < count else { return values[index] }
      return medianOfFive(
        values[index - 2], values[index - 1], values[index], values[index + 1], values[index + 2])
    }
    let perSecond = max(5, Int(saturating: sampleRate.rounded()))
    var limits = [Double](repeating: 0, count: count)
    var sizes: [Double] = []
    var heights: [Double] = []
    var start = 0
    while start < count {
      let end = min(count, start + perSecond)
      func measure() {
        for index in max(2, start)..<max(max(2, start), min(end, count - 2)) {
          sizes.append(abs(values[index] - medians[index]))
        }
        if let low = medians[start..<end].min(), let high = medians[start..<end].max() {
          heights.append(high - low)
        }
        heights.removeFirst(max(0, heights.count - memorySeconds))
      }
      // A second is judged by those before it; only the first has none.
      if start == 0 { measure() }
      var limit = heightShare * heights.element(atRank: heights.count / 2, in: heights.indices)
      // The noise need not be known where nothing is beyond the other limit.
      if (start..<end).contains(where: { abs(values[$0] - medians[$0]) > limit }) {
        let known = max(0, sizes.count - memorySeconds * perSecond)..<sizes.count
        let quartile = known.isEmpty ? 0 : sizes.element(atRank: known.count * 3 / 4, in: known)
        limit = max(limit, noiseDeviations * quartile / quartileOfNoise)
      }
      for index in start..<end { limits[index] = limit }
      if start > 0 { measure() }
      start = end
    }
    return replaced(values, medians: medians, limits: limits)
  }

  /// - Parameters:
  ///   - values: one per frame.
  ///   - medians: of the five frames about each.
  ///   - limits: distances from the median above which a frame is an outlier.
  private static func replaced(_ values: [Double], medians: [Double], limits: [Double]) -> [Double] {
    let count = values.count
    var result = values
    func standsOut(_ index: Int) -> Bool {
      index + 2 < count && abs(values[index] - medians[index]) > limits[index]
    }
    for index in 2..<(count - 2) where standsOut(index) {
      let (farther, nearer) = (result[index - 2], result[index - 1])
      let isAlone = !standsOut(index + 1)
      // Value of the cubic through the two frames before and the next two frames that are no outliers.
      let cubic =
        isAlone
        ? (-farther + 4 * nearer + 4 * values[index + 1] - values[index + 2]) / 6
        : (-3 * farther + 10 * nearer + 5 * values[index + 2] - 2 * values[index + 3]) / 10
      guard abs(values[index] - cubic) > limits[index] else { continue }
      result[index] = (nearer + (isAlone ? values[index + 1] : medians[index + 1])) / 2
    }
    return result
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
