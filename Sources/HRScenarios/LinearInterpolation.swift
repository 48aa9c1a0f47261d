internal import HRSignals

extension Signal {
  /// Value on the straight line between neighbouring samples; before the first and after the last, that sample's value.
  func interpolated(at time: Double) -> Double {
    let position = min(max((time - startTime) * sampleRate, 0), Double(count - 1))
    let index = min(Int(saturating: position), max(count - 2, 0))
    guard index + 1 < count else { return samples[index] }
    return samples[index] + (position - Double(index)) * (samples[index + 1] - samples[index])
  }
}
