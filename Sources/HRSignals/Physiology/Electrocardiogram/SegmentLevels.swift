internal import HRNumerics

/// Usual heights of a feature of heartbeats (large and not negative at beats), in segments of 2 s.
struct SegmentLevels {
  private let length: Int
  private let maxima: [Double]
  private let means: [Double]
  /// Median of the segments' maxima; 0 without samples, like all levels.
  let typicalMaximum: Double

  init(_ feature: [Double], sampleRate: Double) {
    // The remainder of the signal after the last full segment belongs to that segment.
    let length = max(1, min(feature.count, Int(saturating: (2 * sampleRate).rounded())))
    let count = feature.count / length
    var maxima: [Double] = []
    var means: [Double] = []
    feature.withUnsafeBufferPointer { feature in
      for k in 0..<count {
        let end = k == count - 1 ? feature.count : (k + 1) * length
        var (highest, sum) = (0.0, 0.0)
        for i in (k * length)..<end {
          if feature[i] > highest { highest = feature[i] }
          sum += feature[i]
        }
        maxima.append(highest)
        means.append(sum / Double(end - k * length))
      }
    }
    self.length = length
    self.maxima = maxima
    self.means = means
    typicalMaximum = median(maxima) ?? 0
  }

  /// Returns levels over the next 8 s from an index on (the last 8 s near the end): medians of four maxima and four
  /// means.
  func ahead(of index: Int) -> (maximum: Double, mean: Double) {
    let first = max(0, min(index / length, maxima.count - 4))
    let range = first..<min(maxima.count, first + 4)
    return (median(Array(maxima[range])) ?? 0, median(Array(means[range])) ?? 0)
  }
}
