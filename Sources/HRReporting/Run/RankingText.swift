internal import HREvaluation
internal import HRStatistics

/// A ranking in words.
struct RankingText {
  let ranking: Ranking

  var line: String {
    let names = ranking.order.map {
      "\(name($0)) (\(fixed(ranking.friedman.averageRanks[$0], decimals: 2)))"
    }.joined(separator: ", ")
    var text = "Ranking, \(ranking.scenario), \(Self.ground(ranking)), smallest mean rank first: \(names)"
    // The p of the quotient of variances also holds for few clusters, that of χ² does not.
    if let chiSquare = ranking.friedman.chiSquare,
      let p = ranking.friedman.imanDavenport?.p ?? ranking.friedman.p
    {
      text +=
        "; Friedman's χ² = \(fixed(chiSquare, decimals: 1)), p \(ComparisonTables.pRelation(p)) (Iman and Davenport)"
      text +=
        p < 0.05
        ? "; mean ranks \(fixed(ranking.criticalDifference.ranks, decimals: 2)) or more apart are shown to differ (Nemenyi)"
        : ": no evidence that they differ at all"
    }
    return
      ([text + ".", pairwise]
      + [contrary, Self.leftOut(ranking.leftOut, ranking.clusterKind)].compactMap(\.self)).joined(
        separator: " ")
  }

  /// `over the 108 windows and 12 subjects that all of these answered`
  static func ground(_ ranking: Ranking) -> String {
    "over the \(counted(ranking.windows, "window")) and \(ranking.clusterKind.counted(ranking.friedman.clusterCount)) that all of these answered"
  }

  private func name(_ detector: Int) -> String { "\"\(ranking.detectors[detector])\"" }

  /// Sentence on the detectors that the sharper test, of each two alone, cannot tell apart either.
  private var pairwise: String {
    let tests =
      "signed-rank tests of each pair on common windows (\(ranking.pairCount), Holm's correction)"
    if ranking.groups.contains(where: { $0.count == ranking.detectors.count }) {
      return
        "\(tests.prefix(1).uppercased() + tests.dropFirst()) distinguish no pair."
    }
    let groups = ranking.groups.map { $0.map(name).joined(separator: ", ") }
    guard !groups.isEmpty else {
      return "\(tests.prefix(1).uppercased() + tests.dropFirst()) distinguish all of them."
    }
    return "Not distinguished by \(tests): \(groups.joined(separator: "; "))."
  }

  /// Sentence on pairs of detectors whose order by ranks is the reverse of the one that is shown for the two alone;
  /// `nil` without any.
  private var contrary: String? {
    guard !ranking.contrary.isEmpty else { return nil }
    let pairs = ranking.contrary.map { "\(name($0.better)) less than \(name($0.worse))" }
    return
      "Against this order, on common windows, a smaller error is shown for: \(pairs.joined(separator: ", "))."
  }

  /// Returns the sentence for a scenario without a ranking.
  static func line(_ missing: Ranking.Missing) -> String {
    ([
      "No ranking, \(missing.scenario): fewer than three detectors can be ranked together.",
      leftOut(missing.leftOut, missing.clusterKind),
    ].compactMap(\.self)).joined(separator: " ")
  }

  private static func leftOut(_ leftOut: [Ranking.LeftOut], _ kind: ClusterKind) -> String? {
    guard !leftOut.isEmpty else { return nil }
    let reasons = leftOut.map { left in
      let others = "\(left.ofClusters) \(kind.word)"
      return left.keptClusters.map {
        "\"\(left.detector)\" (with it, only \($0) of \(others) had a window that all answered)"
      }
        ?? "\"\(left.detector)\" (answers \(fixed(100 * left.coverage, decimals: 1)) % of the windows, in \(left.clusters) of \(others))"
    }
    return
      "Not ranked, because a detector must answer \(fixed(100 * Ranking.leastCoverage, decimals: 0)) % of the windows in \(fixed(100 * Ranking.leastCoverage, decimals: 0)) % of the \(kind.word): \(reasons.joined(separator: ", "))."
  }
}
