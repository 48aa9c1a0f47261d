internal import HREvaluation

/// Difference in coverage between a detector and its baseline, which a verdict over the windows both answered does
/// not show.
struct CoverageGap {
  /// Share of the windows that the detector answered, and that the other did.
  private let coverage: (mine: Double, other: Double)
  /// Clusters in which the detector answered a window, the other did, and both answered one and the same (any, where
  /// each has windows of its own).
  private let clusters: (mine: Int, other: Int, both: Int)
  private let kind: ClusterKind
  /// Greatest difference of the answered shares, in percentage points, that is not mentioned.
  static let mostPoints = 1.0

  /// Creates a gap; `nil` if the answered shares differ by no more than ``mostPoints`` and both answered in the same
  /// clusters.
  init?(_ tally: PairedTally, _ kind: ClusterKind) {
    self.init(
      coverage: (tally.candidateCoverage ?? 0, tally.baselineCoverage ?? 0),
      clusters: (tally.candidateClusters, tally.baselineClusters, tally.bothClusters), kind)
  }

  /// Creates the gap behind a claim on the answers of two rows; `nil` likewise, for one row and for coverage itself.
  init?(_ figure: ClaimVerdict.Figure, _ kind: ClusterKind) {
    guard let own = figure.own, let other = figure.other, figure.condition.metric != .coverage else {
      return nil
    }
    self.init(
      coverage: (own.coverage ?? 0, other.coverage ?? 0),
      clusters: (own.clusters.count { $0 }, other.clusters.count { $0 }, figure.clusters), kind)
  }

  private init?(
    coverage: (mine: Double, other: Double), clusters: (mine: Int, other: Int, both: Int), _ kind: ClusterKind
  ) {
    (self.coverage, self.clusters, self.kind) = (coverage, clusters, kind)
    guard hasOtherWindows || hasOtherClusters else { return nil }
  }

  /// Answered share of the detector minus that of the other, in percentage points.
  private var points: Double { 100 * (coverage.mine - coverage.other) }

  // Shares are quotients: a difference of exactly one point may come out slightly above it.
  private var hasOtherWindows: Bool { abs(points) > Self.mostPoints + 1e-9 }

  private var hasOtherClusters: Bool { clusters.mine != clusters.both || clusters.other != clusters.both }

  /// `answers 12.3 percentage points fewer windows and in 7 fewer subjects`
  var words: String { text(withFigures: false) }

  /// `answers 12.3 percentage points fewer windows (84.7 % instead of 97.0 %) and in 7 fewer subjects (9 instead of 16)`
  var figures: String { text(withFigures: true) }

  private func text(withFigures: Bool) -> String {
    var parts: [String] = []
    if hasOtherWindows {
      let shares = [coverage.mine, coverage.other].map(percent)
      parts.append(
        "\(fixed(abs(points), decimals: 1)) percentage points \(points < 0 ? "fewer" : "more") windows"
          + (withFigures ? " (\(shares[0]) instead of \(shares[1]))" : ""))
    }
    if hasOtherClusters {
      let (mine, others) = (clusters.mine, clusters.other)
      let away = abs(mine - others)
      parts.append(
        away == 0
          ? "in as many \(kind.word), but not in the same ones"
            + (withFigures
              ? " (\(mine) each; both answered a window in \(clusters.both))" : "")
          : "in \(away) \(mine < others ? "fewer" : "more") \(kind.noun(away))"
            + (withFigures ? " (\(mine) instead of \(others))" : ""))
    }
    return "answers " + parts.joined(separator: " and ")
  }

  private func percent(_ share: Double) -> String { "\(fixed(100 * share, decimals: 1)) %" }

  /// Addition to a verdict across a gap; empty without one.
  static func place(across gap: CoverageGap?) -> String { gap == nil ? "" : " on common windows" }
}
