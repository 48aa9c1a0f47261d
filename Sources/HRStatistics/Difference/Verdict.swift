/// The verdict on a candidate compared with a baseline.
public enum Verdict: String, CaseIterable, Sendable {
  /// The whole interval is below 0 and the adjusted p is below 0.05.
  case better
  /// The whole interval is above 0 and the adjusted p is below 0.05.
  case worse
  /// Neither, and the difference is shown to be inside ±margin.
  case equivalent
  /// None of the others is shown.
  case undecided
  /// Fewer than ``ClusterBootstrap/leastClusters`` clusters.
  case tooFewClusters
}

/// A verdict, and whether the difference is shown to be smaller than the margin in both directions. A candidate can be
/// better, though by less than the margin.
public struct Judgement: Equatable, Sendable {
  /// Significance level: an adjusted p below it counts.
  public static let significance = 0.05

  /// The verdict on the candidate.
  public let verdict: Verdict
  /// True if the difference is shown to be inside ±margin; false where no margin was given.
  public let isWithinMargin: Bool

  /// - Parameters:
  ///   - difference: the candidate's from the baseline.
  ///   - adjustedP: the difference's p after ``Holm`` over all differences judged together; `nil` where no test
  ///     exists, so that it is neither better nor worse.
  ///   - marginBPM: the largest difference that does not matter; `nil`: none was given, and no difference is
  ///     equivalent.
  public init(_ difference: PairedDifference, adjustedP: Double?, marginBPM: Double?) {
    isWithinMargin = marginBPM.map { difference.equivalence(marginBPM: $0).isEquivalent } ?? false
    guard let interval = difference.intervalBPM else {
      verdict = .tooFewClusters
      return
    }
    let isSignificant = adjustedP.map { $0 < Self.significance } ?? false
    if isSignificant && interval.high < 0 {
      verdict = .better
    } else if isSignificant && interval.low > 0 {
      verdict = .worse
    } else {
      verdict = isWithinMargin ? .equivalent : .undecided
    }
  }
}
