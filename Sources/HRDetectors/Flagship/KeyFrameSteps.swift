internal import HRNumerics

/// Decision whether a camera's wave changes at one frame of each period, as the key frames of an encoder make it do.
///
/// Key frames come at a whole number of frames, often one a second. So the distances from frame to frame are added by
/// their place in such a period, over each half of the periods. The wave has steps if two neighbouring places together
/// (frames at uneven times are interpolated) have more than nine times the median difference of the halves, as noise has
/// not; more than three times the upper quartile of the sizes over the places, as the rise of a pulse mostly has not, nor
/// a lamp's flicker; at least eight times what is beside them with the same sign; and at least a quarter of it in each half,
/// so that one jolt is none. Steps may go up and down, so the same is asked of the distances' sizes less their median over
/// the places, with six times the quartile. The rise of a pulse takes three frames and more at the rates of cameras and
/// does not keep to whole frames.
///
/// The periods are the frames of a beat at the reading's rate, rounded down and up (key frames that are several beats
/// apart show in these as well, if less), and for the sizes a second, too. Nothing is decided for fewer than four
/// periods, for periods of fewer than ten frames, and where half of the distances are zero, as in a wave of few
/// levels. The limits were chosen on made scenes without a pulse (ramps, steps and jumps every 10 to 60 frames) and so
/// that `uw-oximetry` (as recorded, and in flicker) and `welltory-ppg` keep their confidence.
enum KeyFrameSteps {
  /// Frame rates of cameras; other sensors have 25, 50, 64 or 100 samples a second and more.
  private static let rates = [23.5...31.0, 58.0...61.0]
  private static let fewestPeriods = 4
  private static let fewestFrames = 10
  private static let timesBeside = 8.0
  private static let timesDifference = 9.0
  private static let timesQuartile = (distances: 3.0, sizes: 6.0)
  private static let shareOfHalf = 0.25...0.75
  /// Factor on the confidence in such a wave.
  static let faith = 0.25

  static func isRate(_ frameRate: Double) -> Bool { rates.contains { $0.contains(frameRate) } }

  /// - Parameters:
  ///   - frames: the wave before thinning.
  ///   - frameRate: of these; false for one that cameras do not have.
  ///   - perMinute: rate of the reading.
  static func are(in frames: ArraySlice<Double>, frameRate: Double, perMinute: Double) -> Bool {
    guard isRate(frameRate), perMinute > 0 else { return false }
    let distances = zip(frames.dropFirst(), frames).map { $0 - $1 }
    guard 2 * distances.count(where: { $0 == 0 }) < distances.count else { return false }
    let second = Int(saturating: frameRate.rounded())
    let beat = Int(saturating: 60 * frameRate / perMinute)
    func isLong(_ period: Int) -> Bool {
      period >= fewestFrames && distances.count / period >= fewestPeriods
    }
    let beats = [beat, beat + 1].filter(isLong)
    let isSigned = beats.contains { period in
      standOut(halves(of: distances, period: period), times: timesQuartile.distances)
    }
    if isSigned { return true }
    let sizes = distances.map { abs($0) }
    return (beats + [second].filter(isLong)).contains { period in
      standOut(halves(of: sizes, period: period).map(removingMedian), times: timesQuartile.sizes)
    }
  }

  /// Sums by place, over the first and the second half of the periods.
  private static func halves(of values: [Double], period: Int) -> [[Double]] {
    let periods = values.count / period
    let middle = periods / 2 * period
    return [values[..<middle], values[middle..<(periods * period)]].map { sumsByPlace($0, period: period) }
  }

  private static func removingMedian(_ values: [Double]) -> [Double] {
    let median = values.element(atRank: values.count / 2, in: values.indices)
    return values.map { $0 - median }
  }

  /// Returns true if two neighbouring places stand out of the sums of both halves.
  private static func standOut(_ halves: [[Double]], times: Double) -> Bool {
    let sums = zip(halves[0], halves[1]).map { $0 + $1 }
    let count = sums.count
    var largest = 0.0
    for first in sums.indices {
      let second = first + 1 == count ? 0 : first + 1
      let both = sums[first] + sums[second]
      guard abs(both) > largest else { continue }
      let (before, after) = (first == 0 ? count - 1 : first - 1, second + 1 == count ? 0 : second + 1)
      let beside = max(sums[before] / both, sums[after] / both)
      let half = (halves[0][first] + halves[0][second]) / both
      if timesBeside * beside <= 1, shareOfHalf.contains(half) { largest = abs(both) }
    }
    guard largest > 0 else { return false }
    let differences = zip(halves[0], halves[1]).map { abs($0 - $1) }
    let sizes = sums.map { abs($0) }
    let difference = differences.element(atRank: count / 2, in: sums.indices)
    let quartile = sizes.element(atRank: count * 3 / 4, in: sums.indices)
    return largest > max(timesDifference * difference, times * quartile)
  }
}
