import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// Several detectors, against SciPy, scikit-posthocs, autorank and R.
@Suite struct RankTests {
  static let tables = ["three", "five", "tied", "alike", "clear", "ten", "two"]

  private func table(_ set: JSONNode) -> [[Double]] {
    set["mae"]?.elements?.map(\.numbers) ?? []
  }

  @Test(arguments: tables) func friedman(name: String) throws {
    let set = try #require(try OracleFile.json("ranks")["tables"]?[name])
    let byR = try #require(try OracleFile.json("ranks_r")["tables"]?[name])
    let friedman = try #require(Friedman(maeBPM: table(set)))
    let ranks = try #require(set["averageRanks"]?.numbers)
    #expect(friedman.averageRanks.count == ranks.count)
    for (rank, expected) in zip(friedman.averageRanks, ranks) { expectClose(rank, expected, 1e-12, name) }
    for (index, expected) in (set["autorankRanks"]?.numbers ?? []).enumerated() {
      expectClose(friedman.averageRanks[index], expected, 1e-12, name)
    }
    expectRelative(friedman.chiSquare, byR["chiSquare"]?.number)
    expectRelative(friedman.p, byR["p"]?.number)
    // The F test of the ranks' two-way analysis of variance.
    let analysis = byR["imanDavenport"]?.numbers
    #expect((friedman.imanDavenport == nil) == (analysis == nil))
    if let analysis, let quotient = friedman.imanDavenport {
      let found = [quotient.f, quotient.numeratorFreedom, quotient.denominatorFreedom, quotient.p]
      #expect(analysis.count == 4)
      for (value, expected) in zip(found, analysis) { expectRelative(value, expected) }
    }
    if let chiSquare = set["chiSquare"]?.number {
      expectRelative(friedman.chiSquare, chiSquare)
      expectRelative(friedman.p, set["p"]?.number)
    }
  }

  @Test(arguments: tables) func criticalDifference(name: String) throws {
    let set = try #require(try OracleFile.json("ranks")["tables"]?[name])
    let difference = try #require(Friedman(maeBPM: table(set)).flatMap { CriticalDifference($0) })
    guard let expected = set["criticalDifference"]?.number else {
      #expect(name == "two")
      return
    }
    expectClose(difference.ranks, expected, 1e-9)
    // From a table of five digits.
    expectClose(difference.ranks, try #require(set["autorankCD"]?.number), 5e-5)
    #expect(sorted(difference.cliques) == cliques(set, "cliques"))
    let nemenyi = try #require(set["nemenyi"]?.elements).map(\.numbers)
    for (row, expected) in zip(difference.p, nemenyi) {
      for (p, wanted) in zip(row, expected) { expectClose(p, wanted, 1e-9, name) }
    }
  }

  private func cliques(_ set: JSONNode, _ key: String) -> [[Int]] {
    sorted((set[key]?.elements ?? []).map { $0.numbers.map { Int($0) } })
  }

  private func sorted(_ cliques: [[Int]]) -> [[Int]] {
    cliques.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test(arguments: tables) func pairwiseSignedRank(name: String) throws {
    let set = try #require(try OracleFile.json("ranks")["tables"]?[name])
    let mae = table(set)
    let pairwise = PairwiseSignedRank(maeBPM: mae)
    let raw = try #require(set["signedRank"]?.numbers)
    let adjusted = try #require(set["holm"]?.numbers)
    #expect(pairwise.pairs.count == raw.count)
    let order = try #require(Friedman(maeBPM: mae)).averageRanks.enumerated().sorted {
      ($0.element, $0.offset) < ($1.element, $1.offset)
    }.map(\.offset)
    #expect(sorted(pairwise.groups(along: order)) == cliques(set, "holmCliques"))
    for (index, pair) in pairwise.pairs.enumerated() {
      expectRelative(pair.test?.p ?? 1, raw[index])
      expectRelative(pair.adjustedP, adjusted[index])
    }
  }

  @Test func nothingToRank() {
    #expect(Friedman(maeBPM: []) == nil)
    #expect(Friedman(maeBPM: [[1, 2]]) == nil)
    #expect(Friedman(maeBPM: [[], []]) == nil)
    #expect(PairwiseSignedRank(maeBPM: [[1, 2]]).pairs.isEmpty)
    #expect(PairwiseSignedRank(maeBPM: []).pairs.isEmpty)
  }

  @Test func detectorsThatAlwaysTie() throws {
    let friedman = try #require(Friedman(maeBPM: .init(repeating: [1, 2, 3], count: 3)))
    #expect(friedman.averageRanks == [2, 2, 2])
    #expect(friedman.chiSquare == nil && friedman.p == nil && friedman.imanDavenport == nil)
    let pairwise = PairwiseSignedRank(maeBPM: .init(repeating: [1, 2, 3], count: 3))
    #expect(pairwise.pairs.allSatisfy { $0.test == nil && $0.adjustedP == 1 && $0.meanDifferenceBPM == 0 })
    #expect(pairwise.groups(along: [0, 1, 2]) == [[0, 1, 2]])
    #expect(CriticalDifference(friedman)?.cliques == [[0, 1, 2]])
  }

  @Test func everyClusterRanksAlike() throws {
    let friedman = try #require(Friedman(maeBPM: [[3, 4, 5], [1, 2, 3], [2, 3, 4]]))
    #expect(friedman.averageRanks == [3, 1, 2])
    #expect(friedman.chiSquare == 6)
    #expect(friedman.imanDavenport == nil)
  }

  /// k = 3, N = 4, rank sums 5, 8 and 11: χ² = 4.5, F = 3 · 4.5/(8 − 4.5).
  @Test func imanAndDavenport() throws {
    let friedman = try #require(Friedman(maeBPM: [[1, 1, 1, 2], [2, 2, 3, 1], [3, 3, 2, 3]]))
    #expect(friedman.averageRanks == [1.25, 2, 2.75])
    expectClose(friedman.chiSquare, 4.5, 1e-14)
    let quotient = try #require(friedman.imanDavenport)
    expectClose(quotient.f, 13.5 / 3.5, 1e-14)
    #expect(quotient.numeratorFreedom == 2 && quotient.denominatorFreedom == 6)
    // Two and six degrees of freedom have the closed form (1 + F/3)⁻³.
    let third = 1 + quotient.f / 3
    expectRelative(quotient.p, 1 / (third * third * third), 1e-12)
  }

  /// Returns eight clusters in which 0 has the smallest error and 2 the largest; 3 has no cluster in common with any.
  private func planted(_ deltas: [[Int]: [Double]]) -> PairwiseSignedRank {
    PairwiseSignedRank(detectorCount: 4) { deltas[[$0, $1]] ?? [] }
  }

  @Test func whoErrsLessIsSaidOfPairsThatAreToldApart() {
    let far = (1...8).map { -Double($0) }
    let pairwise = planted([[0, 1]: far, [0, 2]: far, [1, 2]: far.map { $0 + 4.5 }])
    // Three pairs: the one that cannot be tested is not corrected for. 2/2⁸ is each clear pair's own p, 6/2⁸ after correction.
    #expect(pairwise.pairs.map { [$0.first, $0.second] } == [[0, 1], [0, 2], [1, 2]])
    let clear = 0.0234375
    #expect(pairwise.pairs.map(\.adjustedP) == [clear, clear, 1])
    #expect(pairwise.errsLess(0, than: 1) && pairwise.errsLess(0, than: 2))
    #expect(!pairwise.errsLess(1, than: 0) && !pairwise.errsLess(1, than: 2) && !pairwise.areApart(1, 2))
    #expect(!pairwise.areApart(0, 3) && !pairwise.errsLess(0, than: 3))
  }

  @Test func aMeanThatSaysOtherwiseShowsNobodyErringLess() {
    // Eleven small gains and one large loss: the ranks tell them apart, the mean is on the other side.
    let deltas = (1...11).map { -Double($0) } + [1000]
    let pairwise = PairwiseSignedRank(detectorCount: 2) { _, _ in deltas }
    expectRelative(pairwise.pairs[0].adjustedP, 0.0341796875)
    #expect(pairwise.areApart(0, 1))
    #expect(!pairwise.errsLess(0, than: 1) && !pairwise.errsLess(1, than: 0))
  }

  @Test func twoThatLieInNoRunAreStillNamed() {
    // 1 is told apart from both of its neighbours, which are not told apart from each other.
    let far = (1...8).map { -Double($0) }
    let pairwise = PairwiseSignedRank(detectorCount: 3) { first, second in
      first == 0 && second == 2 ? far.map { $0 + 4.5 } : far
    }
    #expect(pairwise.groups(along: [0, 1, 2]) == [[0, 2]])
    #expect(pairwise.groups(along: [0, 2, 1]) == [[0, 2]])
    #expect(pairwise.groups(along: [1, 0]).isEmpty && pairwise.groups(along: []).isEmpty)
  }

  @Test func runsThatLieInNoOther() {
    let near = { (a: Int, b: Int) in b - a <= 2 }
    #expect(maximalRuns([0, 1, 2, 3, 7, 8], together: near) == [[0, 1, 2], [1, 2, 3], [7, 8]])
    #expect(maximalRuns([0, 9, 20], together: near).isEmpty)
    #expect(maximalRuns([], together: near).isEmpty)
  }
}

extension PairwiseSignedRank {
  /// Creates the tests of detectors that all have an error in every cluster.
  fileprivate init(maeBPM: [[Double]]) {
    self.init(detectorCount: maeBPM.count) { zip(maeBPM[$0], maeBPM[$1]).map { $0 - $1 } }
  }
}
