internal import HREvaluation
internal import HRStatistics

/// A ranking in words.
struct RankingText {
  let ranking: Ranking

  var line: String {
    let names = ranking.order.map {
      "\"\(ranking.detectors[$0])\" (\(fixed(ranking.friedman.averageRanks[$0], decimals: 2)))"
    }.joined(separator: ", ")
    var text =
      "Ranking, \(ranking.scenario), best mean rank first: \(names). Over \(ranking.friedman.clusterCount) subjects or recordings and the \(grouped(ranking.windows)) windows all of them answered"
    // The p of the quotient of variances holds for few clusters too, χ²'s does not.
    if let chiSquare = ranking.friedman.chiSquare,
      let p = ranking.friedman.imanDavenport?.p ?? ranking.friedman.p
    {
      text +=
        "; Friedman's χ² = \(fixed(chiSquare, decimals: 1)), p \(ComparisonTables.pRelation(p)) (Iman and Davenport)"
      text +=
        p < 0.05
        ? "; mean ranks \(fixed(ranking.criticalDifference.ranks, decimals: 2)) or more apart differ"
        : ": no evidence that they differ at all"
    }
    text += "."
    text += pairwise
    if !ranking.leftOut.isEmpty {
      let names = ranking.leftOut.map { "\"\($0.detector)\" (\(fixed(100 * $0.coverage, decimals: 1)) %)" }
      text +=
        " Not ranked, since they answer less than \(fixed(100 * Ranking.leastCoverage, decimals: 0)) % of the windows: \(names.joined(separator: ", "))."
    }
    return text
  }

  /// Which detectors the sharper test, of each two alone, cannot tell apart either.
  private var pairwise: String {
    let cliques = ranking.pairwise.cliques
    let pairs = ranking.pairwise.pairs.count
    if cliques.contains(where: { $0.count == ranking.detectors.count }) {
      return
        " By signed-rank tests of each two (\(pairs), Holm's correction) no two can be told apart from so few clusters."
    }
    let groups = cliques.map { $0.map { "\"\(ranking.detectors[$0])\"" }.joined(separator: ", ") }
    guard !groups.isEmpty else {
      return " Signed-rank tests tell every two apart (\(pairs), Holm's correction)."
    }
    return
      " Not told apart by signed-rank tests of each two (\(pairs), Holm's correction): \(groups.joined(separator: "; "))."
  }
}
