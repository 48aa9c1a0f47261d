internal import HRNumerics
internal import HRSignals

/// Test for the coupling of a wave to the reference's beats, however weak it is beside slower changes.
enum BeatLock {
  /// Length of the examined wave after a beat.
  private static let reachSeconds = 0.6
  /// Minimum ratio to chance: for unrelated waves the mean over n beats has a size of 1/√n of one beat's.
  private static let leastRatio = 5.0

  /// - Parameters:
  ///   - signal: signal with finite samples only.
  ///   - beats: beats in seconds, ascending.
  /// - Returns: `nil` for fewer than 20 beats inside.
  static func holds(_ signal: Signal, _ beats: [Double]) -> Bool? {
    let rate = signal.sampleRate
    let wave = WaveShape.withoutBaseline(
      WaveShape.movingMean(signal.samples, width: max(1, Int(saturating: (0.06 * rate).rounded()))),
      rate: rate)
    let width = Int(saturating: reachSeconds * rate)
    let starts = beats.map { Int(saturating: (($0 - signal.startTime) * rate).rounded()) }
      .filter { $0 >= 0 && $0 + width < wave.count }
    guard starts.count >= 20, width >= 5 else { return nil }
    var sums = [Double](repeating: 0, count: width)
    // Beats differ in size, so each is normalised: their common shape decides.
    var whole = 0.0
    for start in starts {
      let part = wave[start..<(start + width)]
      let mean = part.reduce(0, +) / Double(width)
      let size = (part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(width)).squareRoot()
      guard size > 0 else { continue }
      whole += 1
      for (index, value) in part.enumerated() { sums[index] += (value - mean) / size }
    }
    guard whole >= 20 else { return nil }
    let power = sums.reduce(0) { $0 + $1 / whole * $1 / whole } / Double(width)
    return power.squareRoot() > leastRatio / whole.squareRoot()
  }
}
