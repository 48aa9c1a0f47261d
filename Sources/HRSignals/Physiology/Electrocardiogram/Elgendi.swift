internal import HRNumerics

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
