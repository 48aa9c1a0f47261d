internal import HRNumerics

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
