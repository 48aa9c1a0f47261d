internal import HRSignals
internal import RealModule

/// Raised cosine from 0 to 1 over a progress of 0…1, without a corner at either end; 0 before it, 1 after.
func raisedCosine(_ progress: Double) -> Double {
  progress >= 1 ? 1 : 0.5 - 0.5 * Double.cos(.pi * max(progress, 0))
}

extension TimeRange {
  /// Factor on a disturbance that swells and fades at the range's ends: 1 except near them, 0 outside.
  func loudness(at time: Double, rampSeconds: Double) -> Double {
    raisedCosine(min(time - start, end - time) / rampSeconds)
  }
}
