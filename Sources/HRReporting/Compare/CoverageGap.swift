internal import HREvaluation

/// Difference in coverage between a detector and its baseline, which a verdict over the windows both answered does
/// not show.
struct CoverageGap {
  private let tally: PairedTally
  private let kind: ClusterKind
  /// Greatest difference of the answered shares, in percentage points, that is not mentioned.
  static let mostPoints = 1.0

  /// Creates a gap; `nil` if the answered shares differ by no more than ``mostPoints`` and both answered in the same
  /// clusters.
  init?(_ tally: PairedTally, _ kind: ClusterKind) {
    self.tally = tally
    self.kind = kind
    guard hasOtherWindows || hasOtherClusters else { return nil }
  }

  /// Answered share of the detector minus that of the other, in percentage points.
  private var points: Double {
    100 * ((tally.candidateCoverage ?? 0) - (tally.baselineCoverage ?? 0))
  }

  // Shares are quotients: a difference of exactly one point may come out slightly above it.
  private var hasOtherWindows: Bool { abs(points) > Self.mostPoints + 1e-9 }

  private var hasOtherClusters: Bool {
    tally.candidateClusters != tally.bothClusters || tally.baselineClusters != tally.bothClusters
  }

  /// `answers 12.3 percentage points fewer windows and in 7 fewer subjects`
  var words: String { text(withFigures: false) }

  /// `answers 12.3 percentage points fewer windows (84.7 % instead of 97.0 %) and in 7 fewer subjects (9 instead of 16)`
  var figures: String { text(withFigures: true) }

  private func text(withFigures: Bool) -> String {
    var parts: [String] = []
    if hasOtherWindows {
      let shares = [tally.candidateCoverage, tally.baselineCoverage].map { percent($0 ?? 0) }
      parts.append(
        "\(fixed(abs(points), decimals: 1)) percentage points \(points < 0 ? "fewer" : "more") windows"
          + (withFigures ? " (\(shares[0]) instead of \(shares[1]))" : ""))
    }
    if hasOtherClusters {
      let (mine, others) = (tally.candidateClusters, tally.baselineClusters)
      let away = abs(mine - others)
      parts.append(
        away == 0
          ? "in as many \(kind.word), but not in the same ones"
            + (withFigures
              ? " (\(mine) each; both answered a window in \(tally.bothClusters))" : "")
          : "in \(away) \(mine < others ? "fewer" : "more") \(kind.noun(away))"
            + (withFigures ? " (\(mine) instead of \(others))" : ""))
    }
    return "answers " + parts.joined(separator: " and ")
  }

  private func percent(_ share: Double) -> String { "\(fixed(100 * share, decimals: 1)) %" }
}
