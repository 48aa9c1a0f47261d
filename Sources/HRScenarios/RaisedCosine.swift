internal import HRSignals
internal import RealModule

/// From 0 to 1 without a corner at either end: a raised cosine of how much of the way is done. 0 before it, 1 after.
func raisedCosine(_ progress: Double) -> Double {
  progress >= 1 ? 1 : 0.5 - 0.5 * Double.cos(.pi * max(progress, 0))
}

extension TimeRange {
  /// How loud it is at a moment of the range if it swells and fades at the range's ends: 1 but near them, 0 outside.
  func loudness(at time: Double, rampSeconds: Double) -> Double {
    raisedCosine(min(time - start, end - time) / rampSeconds)
  }
}
