extension RPeaks {
  /// Beats by two averages: M. Elgendi, M. Jonkman and F. De Boer, "Frequency bands effects on QRS detection",
  /// Biosignals 428-431, 2010.
  ///
  /// Band-pass 8–20 Hz; a block is where the mean of |filtered| over 0.12 s exceeds the one over 0.6 s. In each block
  /// of at least 0.08 s the largest |filtered| is a beat, unless one was less than 0.3 s before (which limits the rate
  /// to 200 beats per minute).
  ///
  /// The published filter is of order 2 and causal, and its averages lag, as in py-ecg-detectors and NeuroKit; here
  /// order 1 runs forward and backward, averages are centred, and the largest |filtered| counts where theirs take the
  /// largest value, which goes astray on inverted leads. The method compares a signal with nothing but itself, so it
  /// finds blocks in silence: here a block no higher than a tenth of the typical 2 s maximum is none.
  public static func elgendi(_ ecg: Signal) -> [Double] {
    guard let signal = conditioned(ecg), let filtered = bandPassed(signal, 8, 20) else { return [] }
    let size = filtered.map { abs($0) }
    let rate = signal.sampleRate
    let blocks = PeakBlocks(
      movingAverage(size, window: max(1, Int((0.12 * rate).rounded()))),
      above: movingAverage(size, window: max(1, Int((0.6 * rate).rounded()))))
    let floor = 0.1 * SegmentLevels(size, sampleRate: rate).typicalMaximum
    return refined(
      blocks.peaks(of: filtered, leastLength: 0.08 * rate, spacing: 0.3 * rate, floor: floor), in: signal)
  }
}
