internal import HRNumerics

/// Decision whether a camera's wave changes at one frame of each period, as the key frames of an encoder make it do.
///
/// Key frames come at a whole number of frames, often one a second. So the distances from frame to frame are added by
/// their place in such a period. The wave has steps if two neighbouring places together (frames at uneven times are
/// interpolated) have at least eight times what is beside them with the same sign, more than nine times the median size
/// over the places, and at least a third of it in each half of the periods, so that one jolt is none. Steps may go up
/// and down, so the same is asked of the distances' sizes less their median over the places, with seventeen times the
/// median. The rise of a pulse takes three frames and more at the rates of cameras and does not keep to whole frames,
/// and noise is alike at all places.
///
/// The periods are the frames of a beat at the reading's rate, rounded down and up (key frames that are several beats
/// apart show in these as well, if less), and for the sizes a second, too. Nothing is decided for fewer than four
/// periods, for periods of fewer than twelve frames, and where half of the distances are zero, as in a wave of few
/// levels. The limits were chosen on made scenes without a pulse (ramps and steps every 10 to 60 frames) and so that
/// `uw-oximetry` and `welltory-ppg` keep their confidence.
enum KeyFrameSteps {
  /// Frame rates of cameras; other sensors have 25, 50, 64 or 100 samples a second and more.
  private static let rates = [23.5...31.0, 58.0...61.0]
  private static let fewestPeriods = 4
  private static let fewestFrames = 12
  private static let timesBeside = 8.0
  private static let timesMedian = (distances: 9.0, sizes: 17.0)
  private static let shareOfHalf = (1.0 / 3)...(2.0 / 3)
  /// Factor on the confidence in such a wave.
  static let faith = 0.25

  static func isRate(_ frameRate: Double) -> Bool { rates.contains { $0.contains(frameRate) } }

  /// - Parameters:
  ///   - frames: the wave as recorded.
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
    if beats.contains(where: { standOut(halves(of: distances, period: $0), times: timesMedian.distances) }) {
      return true
    }
    let sizes = distances.map { abs($0) }
    return (beats + [second].filter(isLong)).contains { period in
      standOut(halves(of: sizes, period: period).map(removingMedian), times: timesMedian.sizes)
    }
  }

  /// Sums by place, over the first and the second half of the periods.
  private static func halves(of values: [Double], period: Int) -> [[Double]] {
    let periods = values.count / period
    return [0..<(periods / 2), (periods / 2)..<periods].map { range in
      var sums = [Double](repeating: 0, count: period)
      for index in (range.lowerBound * period)..<(range.upperBound * period) {
        sums[index % period] += values[index]
      }
      return sums
    }
  }

  private static func removingMedian(_ values: [Double]) -> [Double] {
    var sorted = values
    let median = kthSmallest(&sorted, values.count / 2) ?? 0
    return values.map { $0 - median }
  }

  /// Returns true if two neighbouring places stand out of the sums of both halves.
  private static func standOut(_ halves: [[Double]], times: Double) -> Bool {
    let sums = zip(halves[0], halves[1]).map { $0 + $1 }
    var sizes = sums.map { abs($0) }
    guard let median = kthSmallest(&sizes, sizes.count / 2) else { return false }
    let count = sums.count
    return sums.indices.contains { first in
      let second = (first + 1) % count
      let both = sums[first] + sums[second]
      guard abs(both) > times * median else { return false }
      let beside = max(sums[(first + count - 1) % count] / both, sums[(first + 2) % count] / both)
      return timesBeside * beside <= 1 && shareOfHalf.contains((halves[0][first] + halves[0][second]) / both)
    }
  }
}
