internal import HRNumerics

/// Stretches of a signal in which its fast average exceeds its slow one: ideally one per heartbeat.
struct PeakBlocks {
  /// Ranges of the blocks, ascending, not empty, and separate; a block that touches either end of the signal is left
  /// out.
  let ranges: [Range<Int>]

  /// - Parameters:
  ///   - quick: a feature averaged over about the length of a QRS complex.
  ///   - slow: the same feature averaged over about the length of a beat.
  ///   - factor: factor by which `quick` must exceed `slow`.
  init(_ quick: [Double], above slow: [Double], times factor: Double = 1) {
    var ranges: [Range<Int>] = []
    quick.withUnsafeBufferPointer { quick in
      slow.withUnsafeBufferPointer { slow in
        var start: Int?
        var wasAbove = true
        for i in 0..<min(quick.count, slow.count) {
          let isAbove = quick[i] > factor * slow[i]
          if isAbove, !wasAbove { start = i }
          if !isAbove, wasAbove, let first = start { ranges.append(first..<i) }
          wasAbove = isAbove
        }
      }
    }
    self.ranges = ranges
  }

  /// Returns the index of the largest |value| of each block of a minimum length in samples; of equal ones the
  /// earliest.
  ///
  /// Peaks no larger than the floor, or no further than `spacing` samples from the last kept one, are left out.
  func peaks(of x: [Double], leastLength: Double, spacing: Double, floor: Double) -> [Int] {
    var peaks: [Int] = []
    for range in ranges where Double(range.count) >= leastLength {
      var best = range.lowerBound
      for i in range where abs(x[i]) > abs(x[best]) { best = i }
      guard abs(x[best]) > floor, peaks.last.map({ Double(best - $0) > spacing }) ?? true else { continue }
      peaks.append(best)
    }
    return peaks
  }
}

extension RPeaks {
  /// Finds beats by two averages: M. Elgendi, M. Jonkman and F. De Boer, "Frequency bands effects on QRS detection",
  /// Biosignals 428-431, 2010.
  ///
  /// Band-pass 8–20 Hz (Butterworth, order 2); a block is where the mean of |filtered| over the last 0.12 s exceeds the
  /// one over the last 0.6 s. In each block of at least 0.08 s the largest |filtered| is a beat, unless one was no more
  /// than 0.3 s before (which limits the rate to 200 beats per minute).
  ///
  /// Averages are causal, as in py-ecg-detectors and NeuroKit, not centred: the T wave then meets the beat's own long
  /// average. Departures from those two: their filter is causal, here it runs forward and backward. They take the
  /// largest value, which is not the R peak of an inverted lead. They find blocks in silence; here a block no higher
  /// than a fifth of the typical 2 s maximum is none.
  public static func elgendi(_ ecg: Signal) -> [Double] {
    guard let signal = conditioned(ecg), let filtered = bandPassed(signal, 8, 20, order: 2) else { return [] }
    let size = filtered.map { abs($0) }
    let rate = signal.sampleRate
    let blocks = PeakBlocks(
      trailingAverage(size, window: max(1, Int(saturating: (0.12 * rate).rounded()))),
      above: trailingAverage(size, window: max(1, Int(saturating: (0.6 * rate).rounded()))))
    let floor = 0.2 * SegmentLevels(size, sampleRate: rate).typicalMaximum
    return refined(
      blocks.peaks(of: filtered, leastLength: 0.08 * rate, spacing: 0.3 * rate, floor: floor), in: signal)
  }
}

extension RPeaks {
  /// Finds beats by steepness: the method "neurokit" of D. Makowski et al., "NeuroKit2: a Python toolbox for
  /// neurophysiological signal processing", Behavior Research Methods 53:1689-1696, 2021.
  ///
  /// High-pass 0.5 Hz (Butterworth, order 5) and a mean over 1/50 s against the mains, both forward and backward. A
  /// block is where |slope|, averaged over 0.1 s, exceeds 1.5 times its mean over 0.75 s. Each block of at least 0.4
  /// times the mean block length has a beat, unless one was less than 0.3 s before (which limits the rate to 200
  /// beats per minute).
  ///
  /// NeuroKit takes the most prominent maximum of the block, which is not the R peak of an inverted lead; here it is
  /// the largest |value|. NeuroKit finds blocks in silence; here a block no higher than a fifth of the typical 2 s
  /// maximum is none. The result is empty below 20 Hz, where a QRS complex is two samples.
  public static func neurokit(_ ecg: Signal) -> [Double] {
    guard ecg.sampleRate >= 20, let signal = conditioned(ecg),
      let highPass = SecondOrderSections.butterworth(
        order: 5, band: .highPass(0.5), sampleRate: signal.sampleRate)
    else { return [] }
    let rate = signal.sampleRate
    let clean = averagedBothWays(
      highPass.zeroPhase(signal.samples), window: rate >= 100 ? Int(saturating: rate / 50) : 2)
    var steepness = slope(clean)
    for i in steepness.indices { steepness[i] = abs(steepness[i]) }
    let quick = movingAverage(steepness, window: max(1, Int(saturating: (0.1 * rate).rounded())))
    let blocks = PeakBlocks(
      quick, above: movingAverage(quick, window: max(1, Int(saturating: (0.75 * rate).rounded()))), times: 1.5
    )
    guard !blocks.ranges.isEmpty else { return [] }
    let meanLength = Double(blocks.ranges.reduce(0) { $0 + $1.count }) / Double(blocks.ranges.count)
    let floor = 0.2 * SegmentLevels(clean.map { abs($0) }, sampleRate: rate).typicalMaximum
    return refined(
      blocks.peaks(of: clean, leastLength: 0.4 * meanLength, spacing: 0.3 * rate, floor: floor), in: signal)
  }

  /// Returns the mean over samples up to each, then over the same number from each on: no delay, also for even
  /// numbers.
  private static func averagedBothWays(_ x: [Double], window: Int) -> [Double] {
    var y = movingAverage(movingAverage(x, window: window), window: window)
    // An even average reaches one sample further back; two of them are late by one.
    if window % 2 == 0, let last = y.last {
      y.removeFirst()
      y.append(last)
    }
    return y
  }
}
