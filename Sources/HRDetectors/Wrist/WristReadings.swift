internal import HRPlugins
internal import HRSignals

/// Estimates of a tracker at the end of each of its own windows (``WristRecording``).
struct WristReadings: Sendable {
  private let firstEnd: Double
  private let estimates: [Estimate]

  /// - Parameter estimates: one per window of the recording.
  init(_ estimates: [Estimate], of recording: WristRecording) {
    firstEnd = recording.range(ofWindow: 0).end
    self.estimates = estimates
  }

  /// The reading of the last own window that ends at or before a given time.
  ///
  /// - Returns: `noReading` before the first window's end.
  func latest(at time: Double) -> Estimate {
    let passed = ((time - firstEnd + TimeRange.slack) / WristRecording.hopSeconds).rounded(.down)
    guard passed >= 0, let last = estimates.indices.last else { return .abstained(.noReading) }
    return estimates[min(Int(saturating: passed), last)]
  }
}
