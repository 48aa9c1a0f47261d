internal import HRNumerics

/// Rule by which a method distinguishes beats from other peaks by their heights.
protocol PeakLevels {
  init(signal: Double, noise: Double)
  /// Threshold; peaks above it are beats.
  var threshold: Double { get }
  mutating func accept(_ height: Double, searchedBack: Bool)
  mutating func reject(_ height: Double)
  /// Returns true if the peak belongs to the previous beat.
  func isAfterwave(_ height: Double, secondsAfterBeat: Double, beatHeight: Double) -> Bool
}

/// Walks the peaks of a feature (large and positive at beats) in time order and picks the beats.
///
/// - Refractory time: of peaks closer than 0.24 s only the highest is kept, the earlier of equals.
/// - Search back: if a pause exceeds a multiple of the mean of the last eight intervals, the highest peak in it that
///   exceeds half the threshold becomes a beat.
/// - Levels start from the next 8 s: the median of the four 2 s maxima for beats, half the median of their means for
///   other peaks. After 4 s without a beat they start anew there, so that an artefact does not block the search (8 s
///   in Hamilton's own program).
/// - No peak below a share of the whole signal's typical maximum is a beat, so that a silent signal has none.
///
/// Linear in the number of samples.
struct BeatSearch {
  static let refractorySeconds = 0.24

  private let feature: [Double]
  private let sampleRate: Double
  private let searchBackIntervals: Double
  private let floor: Double
  private let segments: SegmentLevels

  init(feature: [Double], sampleRate: Double, searchBackIntervals: Double, floorShare: Double) {
    self.feature = feature
    self.sampleRate = sampleRate
    self.searchBackIntervals = searchBackIntervals
    segments = SegmentLevels(feature, sampleRate: sampleRate)
    floor = floorShare * segments.typicalMaximum
  }

  /// Returns the indices of the peaks that are beats, ascending.
  func beats<Levels: PeakLevels>(_: Levels.Type) -> [Int] {
    let peaks = highestPeaks(
      plateauMaxima(feature), of: feature, apart: Self.refractorySeconds * sampleRate)
    var levels: Levels = startingLevels(at: 0)
    var beats: [Int] = []
    var intervals: [Int] = []
    /// Positions in `peaks` of those rejected since the last beat.
    var missed: [Int] = []
    var pauseStart = 0
    /// The first peak of the pause, to which a new start returns once.
    var firstOfPause = 0
    var isRetried = false

    func accept(_ position: Int, searchedBack: Bool) {
      let index = peaks[position]
      levels.accept(feature[index], searchedBack: searchedBack)
      if let last = beats.last, Double(index - last) <= 3 * sampleRate {
        intervals.append(index - last)
        if intervals.count > 8 { intervals.removeFirst() }
      }
      beats.append(index)
      missed.removeAll { $0 <= position }
      pauseStart = index
      firstOfPause = position + 1
      isRetried = false
    }

    func searchBack(until end: Int) {
      while let last = beats.last, !intervals.isEmpty {
        let meanInterval = Double(intervals.reduce(0, +)) / Double(intervals.count)
        guard Double(end - last) > searchBackIntervals * meanInterval,
          let best = missed.max(by: { feature[peaks[$0]] < feature[peaks[$1]] }),
          feature[peaks[best]] > 0.5 * max(levels.threshold, floor)
        else { return }
        accept(best, searchedBack: true)
      }
    }

    var position = 0
    while position < peaks.count {
      let index = peaks[position]
      searchBack(until: index)
      if Double(index - pauseStart) > 4 * sampleRate {
        missed = []
        if isRetried {
          pauseStart = index
          firstOfPause = position
          isRetried = false
        } else {
          position = firstOfPause
          isRetried = true
        }
        levels = startingLevels(at: pauseStart)
        continue
      }
      let height = feature[index]
      let isAfterwave =
        beats.last.map {
          levels.isAfterwave(
            height, secondsAfterBeat: Double(index - $0) / sampleRate, beatHeight: feature[$0])
        } ?? false
      if height > max(levels.threshold, floor), !isAfterwave {
        accept(position, searchedBack: false)
      } else {
        levels.reject(height)
        if !isAfterwave { missed.append(position) }
      }
      position += 1
    }
    searchBack(until: feature.count)
    return beats
  }

  private func startingLevels<Levels: PeakLevels>(at index: Int) -> Levels {
    let ahead = segments.ahead(of: index)
    return Levels(signal: ahead.maximum, noise: 0.5 * ahead.mean)
  }
}
