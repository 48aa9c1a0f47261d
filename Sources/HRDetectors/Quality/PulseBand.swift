internal import HRSignals
internal import RealModule

/// The wave as input of most quality indices: raw waves carry an offset and a drift that would decide everything.
enum PulseBand {
  static let defaultHz = 0.5...8.0
  private static let order = 3

  /// Butterworth of order 3 forward and backward, by default 0.5–8 Hz, as NeuroKit's `ppg_clean` by default.
  ///
  /// - Returns: `nil` for a wave that is empty, flat, or without a band below half its rate. Samples that are not
  ///   numbers count as the last one before them that is.
  static func cleaned(_ wave: Signal, bandHz: ClosedRange<Double> = defaultHz) -> Signal? {
    guard let readable = try? BeatRate.readable(wave, atLeast: 0) else { return nil }
    return readable.zeroPhase(order: order, bandHz: bandHz).map(readable.replacing)
  }

  /// Mean over whole segments, from the start, of a standardised moment: mean(((x − μ) / σ)^power), with divisor n.
  ///
  /// - Returns: `nil` for a wave shorter than a segment (within a microsecond). A flat segment is left out.
  static func segmentMoment(_ power: Int, of wave: Signal, segmentSeconds: Double) -> Double? {
    let length = Int(saturating: (segmentSeconds * wave.sampleRate + TimeRange.slack).rounded(.down))
    guard length > 1 else { return nil }
    var (sum, segments) = (0.0, 0.0)
    for start in stride(from: 0, through: wave.count - length, by: length) {
      guard let moment = moment(power, of: wave.samples[start..<start + length]) else { continue }
      sum += moment
      segments += 1
    }
    return segments > 0 ? sum / segments : nil
  }

  private static func moment(_ power: Int, of x: ArraySlice<Double>) -> Double? {
    let n = Double(x.count)
    let mean = x.reduce(0, +) / n
    var (square, high) = (0.0, 0.0)
    for value in x {
      let distance = value - mean
      let squared = distance * distance
      square += squared
      high += power == 3 ? squared * distance : squared * squared
    }
    square /= n
    guard square > 0 else { return nil }
    return high / n / (power == 3 ? square * Double.sqrt(square) : square * square)
  }
}
