/// The share of all windows with a reference that were answered within the tolerance.
///
/// A window without an estimate counts as not right, whatever kept it from having one. So a detector gains nothing by
/// staying silent, and nothing depends on what other detectors answered.
public struct RightOfAll: Equatable, Sendable {
  /// Windows that were answered within the tolerance.
  public let rightCount: Int
  /// Windows with a reference.
  public let referenceCount: Int
  /// Clusters of these, whether or not anything of them was answered.
  public let clusterCount: Int
  /// ``rightCount`` over ``referenceCount``, 0…1.
  public let share: Double
  /// 95 per cent, 0…1, over clusters, as ``ShareInterval`` says; `nil` with fewer than five.
  public let interval: Interval?

  /// - Parameters:
  ///   - pairs: windows with a reference, answered or not.
  ///   - tolerance: how far an estimate may be off and still count as right; inclusive.
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
