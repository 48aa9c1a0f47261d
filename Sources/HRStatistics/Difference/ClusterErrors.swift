/// One detector's figures in one cluster (subject or recording): enough for a difference of mean absolute errors.
public struct ClusterErrors: Equatable, Sendable {
  /// Windows that have both a reference and an estimate.
  public let count: Int
  /// Sum of |estimate − reference| over those windows, in beats per minute.
  public let absoluteSumBPM: Double

  /// Largest sum that is kept. No rate is as far off, and squares of differences of such sums are still finite.
  public static let largestSumBPM = 1e140

  /// - Precondition: no negative count, a sum of at least 0.
  public init(count: Int, absoluteSumBPM: Double) {
    precondition(count >= 0 && absoluteSumBPM >= 0, "a count and a sum of at least 0")
    self.count = count
    self.absoluteSumBPM = min(absoluteSumBPM, Self.largestSumBPM)
  }

  /// Mean absolute error in beats per minute; `nil` without a window.
  public var maeBPM: Double? {
    count > 0 ? absoluteSumBPM / Double(count) : nil
  }

  /// Returns the mean absolute error of the candidate minus that of the baseline, for each cluster in which both have
  /// one.
  ///
  /// - Precondition: the same clusters in the same order.
  public static func deltasBPM(candidate: [ClusterErrors], baseline: [ClusterErrors]) -> [Double] {
    precondition(candidate.count == baseline.count, "the same clusters in the same order")
    return zip(candidate, baseline).compactMap { candidate, baseline in
      guard let mae = candidate.maeBPM, let before = baseline.maeBPM else { return nil }
      return mae - before
    }
  }
}
