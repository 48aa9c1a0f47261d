internal import HRNumerics

/// Counts of windows by cluster, for shares. Clusters without an answer come after the others.
struct ClusterCounts {
  /// Windows with a reference, answered or not.
  let references: [Double]
  /// Windows with both.
  let answers: [Double]
  /// Of ``answers`` those within the tolerance.
  let withinTolerance: [Double]
  /// Of ``answers`` those within the tolerance's beats per minute.
  let withinBPM: [Double]

  init(_ pairs: PairedRates, tolerance: Tolerance) {
    let clusters = max(pairs.clusterCount, pairs.unansweredCounts.count)
    var answers = [Double](repeating: 0, count: clusters)
    for (cluster, windows) in pairs.counts.enumerated() { answers[cluster] = windows }
    var references = answers
    for (cluster, windows) in pairs.unansweredCounts.enumerated() { references[cluster] += Double(windows) }
    var (right, near) = ([Double](repeating: 0, count: clusters), [Double](repeating: 0, count: clusters))
    pairs.forEach { pair in
      if tolerance.allows(pair.errorBPM, at: pair.referenceBPM) { right[pair.cluster] += 1 }
      if abs(pair.errorBPM) <= tolerance.withinBPM { near[pair.cluster] += 1 }
    }
    (self.references, self.answers, withinTolerance, withinBPM) = (references, answers, right, near)
  }
}

/// 95 per cent intervals of shares of a row, 0…1, over clusters (``ShareInterval``); `nil` with fewer than five.
public struct RowShareIntervals: Equatable, Sendable {
  /// Of the share of windows with a reference that were answered.
  public let coverage: Interval?
  /// Of the share of answers within the tolerance.
  public let withinTolerance: Interval?
  /// Of the share of answers within the tolerance's beats per minute.
  public let withinBPM: Interval?

  init(_ counts: ClusterCounts) {
    func interval(_ counted: [Double], of windows: [Double]) -> Interval? {
      ShareInterval(counted: counted, of: windows)?.interval
    }
    coverage = interval(counts.answers, of: counts.references)
    withinTolerance = interval(counts.withinTolerance, of: counts.answers)
    withinBPM = interval(counts.withinBPM, of: counts.answers)
  }
}

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
    self.init(ClusterCounts(pairs, tolerance: tolerance))
  }

  init?(_ counts: ClusterCounts) {
    let (right, all) = (counts.withinTolerance.reduce(0, +), counts.references.reduce(0, +))
    guard all > 0 else { return nil }
    clusterCount = counts.references.count
    rightCount = Int(saturating: right)
    referenceCount = Int(saturating: all)
    share = right / all
    interval = ShareInterval(counted: counts.withinTolerance, of: counts.references)?.interval
  }
}
