/// Success rate (all windows): the share of all windows with a reference that were answered within the tolerance.
///
/// A window without an estimate counts as not right, for whatever reason it has none. So a detector gains nothing by
/// giving no answer, and the share does not depend on other detectors.
public struct RightOfAll: Equatable, Sendable {
  /// Windows that were answered within the tolerance.
  public let rightCount: Int
  /// Windows with a reference.
  public let referenceCount: Int
  /// Number of clusters of these windows, answered or not.
  public let clusterCount: Int
  /// ``rightCount`` over ``referenceCount``, 0…1.
  public let share: Double
  /// 95 per cent interval, 0…1, over clusters (``ShareInterval``); `nil` with fewer than five.
  public let interval: Interval?

  /// - Parameters:
  ///   - pairs: windows with a reference, answered or not.
  ///   - tolerance: largest error of a right estimate, inclusive.
  /// - Returns: `nil` where no window has a reference.
  public init?(_ pairs: PairedRates, tolerance: Tolerance = Tolerance()) {
    guard pairs.referenceCount > 0 else { return nil }
    clusterCount = max(pairs.clusterCount, pairs.unansweredCounts.count)
    var right = [Double](repeating: 0, count: clusterCount)
    var counts = right
    for (cluster, windows) in pairs.unansweredCounts.enumerated() { counts[cluster] += Double(windows) }
    for (cluster, windows) in pairs.counts.enumerated() { counts[cluster] += windows }
    var rightCount = 0
    pairs.forEach { pair in
      guard tolerance.allows(pair.errorBPM, at: pair.referenceBPM) else { return }
      right[pair.cluster] += 1
      rightCount += 1
    }
    self.rightCount = rightCount
    referenceCount = pairs.referenceCount
    share = Double(rightCount) / Double(referenceCount)
    interval = ShareInterval(counted: right, of: counts)?.interval
  }
}
