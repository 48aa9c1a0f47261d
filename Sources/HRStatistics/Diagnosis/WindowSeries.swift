/// One recording's windows in time order with the answers of one detector.
///
/// A run has many windows, so the columns are packed: NaN means "none" in the rates and the confidence.
public struct WindowSeries: Sendable {
  /// Cluster of the recording: its subject, or itself. Recordings with equal labels are one cluster.
  public var cluster: Int
  /// Ascending, in seconds from the recording's start.
  public var startSeconds: [Double]
  /// Ascending; one per window.
  public var endSeconds: [Double]
  /// NaN: the window has no reference.
  public var referenceBPM: [Double]
  /// NaN: the detector gave none.
  public var estimateBPM: [Double]
  /// Any scale, larger is surer; NaN: none.
  public var confidence: [Double]
  /// Steps per minute, NaN where none was found; empty without an accelerometer.
  public var cadenceBPM: [Double]
  /// Time of the first rate of a detector that reads while samples arrive, in seconds from the recording's start;
  /// `nil` where that is not known, or was not inside the first window.
  public var firstReadingSeconds: Double?

  /// - Precondition: starts and ends do not descend; every column has one number per window, the cadence may
  ///   be empty.
  public init(
    cluster: Int, startSeconds: [Double], endSeconds: [Double], referenceBPM: [Double], estimateBPM: [Double],
    confidence: [Double], cadenceBPM: [Double] = []
  ) {
    let count = startSeconds.count
    precondition(
      endSeconds.count == count && referenceBPM.count == count && estimateBPM.count == count
        && confidence.count == count && (cadenceBPM.isEmpty || cadenceBPM.count == count),
      "one number per window in every column")
    precondition(Self.ascends(startSeconds) && Self.ascends(endSeconds), "windows are in time order")
    self.cluster = cluster
    self.startSeconds = startSeconds
    self.endSeconds = endSeconds
    self.referenceBPM = referenceBPM
    self.estimateBPM = estimateBPM
    self.confidence = confidence
    self.cadenceBPM = cadenceBPM
  }

  /// Number of windows.
  public var count: Int { startSeconds.count }

  /// Returns estimate minus reference of a window; NaN where it lacks either.
  @inlinable package func errorBPM(_ window: Int) -> Double { estimateBPM[window] - referenceBPM[window] }

  private static func ascends(_ values: [Double]) -> Bool {
    for index in values.indices.dropFirst() where !(values[index - 1] <= values[index]) { return false }
    return true
  }
}
