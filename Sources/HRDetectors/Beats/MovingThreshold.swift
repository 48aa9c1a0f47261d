internal import HRNumerics
internal import HRSignals
internal import RealModule

/// HeartPy's fitted moving threshold: a moving average, raised until the row of peaks above it is most even.
///
/// The wave is lifted so that its 0.1 percentile is not negative. Its moving average over ⌊`windowSeconds`·rate⌋
/// samples is held at both ends, where the window does not fit. Raised by p per cent of its own mean, for each p of
/// ``percentages``, it leaves regions above it. A region's largest sample (the first of equals) is a peak, but for a
/// first one within 0.15 s of the start. Of the p that make `plausibleBPM` peaks per minute, the one with the smallest
/// standard deviation of the intervals between peaks (divisor n) is taken, the smallest p of equals.
///
/// As in HeartPy, regions are cut one sample early: to each belongs the last sample of the region before it and not its
/// own last one, but for the last region, which has both; a first region of one sample has none and makes no peak. That
/// is presumably an oversight. Still, it decides which p is taken: at a high p the end of a tall pulse can be above the
/// top of a low one, which then is misplaced, so that a lower p wins. As in HeartPy, too, the average is one sample
/// short if its window is an even number of samples. Its last value is 0, so the last sample often makes a region of
/// its own.
///
/// Nearly all regions shrink as p grows without losing their largest sample or falling apart, so each is searched once
/// and only the others again.
struct MovingThreshold {
  static let percentages = [5.0, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 150, 200, 300]
  private static let deafSeconds = 0.15
  /// 0.1 per cent.
  private static let liftedShare = 0.001

  var windowSeconds: Double
  var plausibleBPM: ClosedRange<Double>

  /// - Returns: indices of the peaks, ascending, at least three; `nil` if no percentage fits.
  func peaks(of wave: Signal) -> [Int]? {
    let samples = wave.samples
    let window = Int(saturating: windowSeconds * wave.sampleRate)
    guard (1...max(1, samples.count)).contains(window),
      let lowest = Self.lowPercentile(of: samples)
    else { return nil }
    let lift = max(0, -lowest)
    var average = fullAverages(samples, window: window)
      .holdingEnds(before: (window - 1) / 2, after: (window - 1) / 2)
    if window % 2 == 0 { average.append(-lift) }
    let level = average.reduce(0, +) / Double(average.count) + lift
    guard level > 0 else { return nil }

    var regions: [Region] = []
    var parts: [Region] = []
    var best: (peaks: [Int], deviation: Double)?
    let deaf = Self.deafSeconds * wave.sampleRate
    samples.withUnsafeBufferPointer { samples in
      average.withUnsafeBufferPointer { average in
        let search = Search(samples: samples, average: average)
        search.appendRegions(above: level * Self.percentages[0] / 100, in: 0..<samples.count, to: &regions)
        for percentage in Self.percentages {
          let rise = level * percentage / 100
          parts.removeAll(keepingCapacity: true)
          regions.removeAll { $0.top <= rise }
          for index in regions.indices {
            if regions[index].isSingle {
              search.shrink(&regions[index], to: rise)
              parts.append(regions[index])
            } else {
              search.appendRegions(above: rise, in: regions[index].range, to: &parts)
            }
          }
          var peaks = search.peaks(of: parts)
          if let first = peaks.first, Double(first) <= deaf { peaks.removeFirst() }
          let bpm = 60 * Double(peaks.count) / wave.duration
          guard peaks.count >= 3, plausibleBPM.contains(bpm) else { continue }
          let deviation = Self.deviation(peaks)
          if deviation < best?.deviation ?? .infinity { best = (peaks, deviation) }
        }
      }
    }
    guard var peaks = best?.peaks else { return nil }
    // The former second peak may be in that span too: HeartPy checks once per threshold and once more at the end.
    if let first = peaks.first, Double(first) <= deaf { peaks.removeFirst() }
    return peaks
  }

  /// NumPy's percentile; so low that the few smallest values are simply kept in order.
  private static func lowPercentile(of samples: [Double]) -> Double? {
    let position = Double(samples.count - 1) * liftedShare
    let rank = Int(saturating: max(0, position))
    guard rank + 1 < samples.count else { return samples.min() }
    var smallest = [Double](repeating: .infinity, count: rank + 2)
    var limit = Double.infinity
    smallest.withUnsafeMutableBufferPointer { smallest in
      for value in samples where value < limit {
        var place = smallest.count - 1
        while place > 0, smallest[place - 1] > value {
          smallest[place] = smallest[place - 1]
          place -= 1
        }
        smallest[place] = value
        limit = smallest[smallest.count - 1]
      }
    }
    return smallest[rank] + (position - Double(rank)) * (smallest[rank + 1] - smallest[rank])
  }

  /// Standard deviation (divisor n) of the intervals, in samples.
  private static func deviation(_ peaks: [Int]) -> Double {
    let count = Double(peaks.count - 1)
    let mean = Double(peaks[peaks.count - 1] - peaks[0]) / count
    var sum = 0.0
    for index in 1..<peaks.count {
      let difference = Double(peaks[index] - peaks[index - 1]) - mean
      sum += difference * difference
    }
    return Double.sqrt(sum / count)
  }
}

/// A run of samples above the raised average.
private struct Region {
  var range: Range<Int>
  /// The largest sample of it, or of the run it was when the threshold was lower.
  var peak: Int
  /// Largest height of a sample above the average.
  var top: Double
  /// True if that height first grows and then shrinks, so that a higher threshold leaves one region.
  var isSingle: Bool
}

private struct Search {
  let samples: UnsafeBufferPointer<Double>
  let average: UnsafeBufferPointer<Double>

  func appendRegions(above rise: Double, in range: Range<Int>, to result: inout [Region]) {
    var index = range.lowerBound
    while index < range.upperBound {
      var distance = samples[index] - average[index]
      guard distance > rise else {
        index += 1
        continue
      }
      let start = index
      var (peak, value) = (index, samples[index])
      var top = distance
      var (falls, isSingle) = (false, true)
      index += 1
      while index < range.upperBound {
        let next = samples[index] - average[index]
        guard next > rise else { break }
        if samples[index] > value { (peak, value) = (index, samples[index]) }
        if next < distance { falls = true } else if next > distance, falls { isSingle = false }
        top = next > top ? next : top
        distance = next
        index += 1
      }
      result.append(Region(range: start..<index, peak: peak, top: top, isSingle: isSingle))
    }
  }

  /// - Parameter region: a single one that reaches above the new rise.
  func shrink(_ region: inout Region, to rise: Double) {
    var (first, end) = (region.range.lowerBound, region.range.upperBound)
    while samples[first] - average[first] <= rise { first += 1 }
    while samples[end - 1] - average[end - 1] <= rise { end -= 1 }
    region.range = first..<end
  }

  func peaks(of regions: [Region]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(regions.count)
    for (index, region) in regions.enumerated() {
      let end = region.range.upperBound - (index == regions.count - 1 ? 0 : 1)
      let own = region.range.lowerBound..<end
      var peak: Int? = own.contains(region.peak) ? region.peak : largest(in: own)
      if index > 0 {
        let before = regions[index - 1].range.upperBound - 1
        if peak.map({ samples[before] >= samples[$0] }) ?? true { peak = before }
      }
      if let peak { result.append(peak) }
    }
    return result
  }

  private func largest(in range: Range<Int>) -> Int? {
    guard var peak = range.first else { return nil }
    for index in range where samples[index] > samples[peak] { peak = index }
    return peak
  }
}
