internal import HRNumerics
internal import HRSignals

/// Elgendi's blocks as NeuroKit and BioSPPy read them: single averages of rounded length whose ends repeat the end
/// values, and the most prominent local maximum of each block.
///
/// A block begins on the sample before the short average rises above the threshold and ends on the last sample above
/// it; the maximum is sought on the first and all between, the last excluded. Blocks that the window's ends cut off
/// do not count; blocks shorter than the short window are dropped. A peak counts if it is more than the least delay
/// after the last one that did, the first one if it is more than that after the window's start.
struct ProminentBlockPeaks {
  var peakSeconds = 0.111
  var beatSeconds = 0.667
  var offsetShare = 0.02
  var leastDelaySeconds = 0.3

  /// - Parameter filtered: the band-passed wave, its beats upward.
  /// - Returns: indices of the peaks, ascending.
  func indices(in filtered: [Double], sampleRate: Double) -> [Int] {
    let squares = ERMADetector.positiveSquares(filtered)
    let short = Self.roundedToEven(peakSeconds * sampleRate)
    let long = min(Self.roundedToEven(beatSeconds * sampleRate), squares.count)
    let leastDelay = Self.roundedToEven(leastDelaySeconds * sampleRate)
    guard (1...max(long, 1)).contains(short) else { return [] }
    let peakAverage = Self.average(squares, window: short)
    let beatAverage = Self.average(squares, window: long)
    let offset = offsetShare * squares.reduce(0, +) / Double(squares.count)

    var peaks: [Int] = []
    var start: Int?
    var wasInside = peakAverage[0] > beatAverage[0] + offset
    for index in 1..<squares.count {
      let isInside = peakAverage[index] > beatAverage[index] + offset
      defer { wasInside = isInside }
      if isInside, !wasInside { start = index - 1 }
      guard wasInside, !isInside, let first = start else { continue }
      start = nil
      let end = index - 1
      guard end - first >= short, let peak = Self.mostProminent(of: filtered, in: first..<end),
        peak - (peaks.last ?? 0) > leastDelay
      else { continue }
      peaks.append(peak)
    }
    return peaks
  }

  /// Rounds to the nearest whole number; a half to the even one (NumPy's `rint`).
  static func roundedToEven(_ value: Double) -> Int { Int(saturating: value.rounded(.toNearestOrEven)) }

  private static func average(_ x: [Double], window: Int) -> [Double] {
    fullAverages(x.holdingEnds(before: window / 2, after: window - 1 - window / 2), window: window)
  }

  /// The local maximum (a plateau's middle, rounded down) with the largest prominence: its height above the higher of
  /// the two lowest values between it and the next higher value, or the range's end, on either side (SciPy's
  /// `peak_prominences`); of equals the first.
  static func mostProminent(of x: [Double], in range: Range<Int>) -> Int? {
    var best: (index: Int, prominence: Double)?
    var index = range.lowerBound + 1
    while index < range.upperBound - 1 {
      var end = index + 1
      defer { index = end }
      guard x[index] > x[index - 1] else { continue }
      while end < range.upperBound - 1, x[end] == x[index] { end += 1 }
      guard x[end] < x[index] else { continue }
      let peak = (index + end - 1) / 2
      let height = x[peak]
      var lowLeft = height
      var place = peak
      while place >= range.lowerBound, x[place] <= height {
        lowLeft = min(lowLeft, x[place])
        place -= 1
      }
      var lowRight = height
      place = peak
      while place < range.upperBound, x[place] <= height {
        lowRight = min(lowRight, x[place])
        place += 1
      }
      let prominence = height - max(lowLeft, lowRight)
      if prominence > best?.prominence ?? -1 { best = (peak, prominence) }
    }
    return best?.index
  }
}
