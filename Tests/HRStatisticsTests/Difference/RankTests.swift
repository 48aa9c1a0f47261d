import HRDiagnostics
import Testing

@testable import HRStatistics

/// Several detectors, against SciPy, scikit-posthocs, autorank and R.
@Suite struct RankTests {
  static let tables = ["three", "five", "tied", "alike", "clear", "ten", "two"]

  private func table(_ set: JSONNode) -> [[Double]] {
    set["mae"]?.elements?.map(\.numbers) ?? []
  }

  @Test(arguments: tables) func friedman(name: String) throws {
    let set = try #require(try PairedDifferenceTests.oracle("ranks.json")["tables"]?[name])
    let byR = try #require(try PairedDifferenceTests.oracle("ranks_r.json")["tables"]?[name])
    let friedman = try #require(Friedman(maeBPM: table(set)))
    let ranks = try #require(set["averageRanks"]?.numbers)
    #expect(friedman.averageRanks.count == ranks.count)
    for (rank, expected) in zip(friedman.averageRanks, ranks) { expectClose(rank, expected, 1e-12, name) }
    for (index, expected) in (set["autorankRanks"]?.numbers ?? []).enumerated() {
      expectClose(friedman.averageRanks[index], expected, 1e-12, name)
    }
    expectRelative(friedman.chiSquare, byR["chiSquare"]?.number)
    expectRelative(friedman.p, byR["p"]?.number)
    if let chiSquare = set["chiSquare"]?.number {
      expectRelative(friedman.chiSquare, chiSquare)
      expectRelative(friedman.p, set["p"]?.number)
    }
  }

  @Test(arguments: tables) func criticalDifference(name: String) throws {
    let set = try #require(try PairedDifferenceTests.oracle("ranks.json")["tables"]?[name])
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
    let set = try #require(try PairedDifferenceTests.oracle("ranks.json")["tables"]?[name])
    let pairwise = try #require(PairwiseSignedRank(maeBPM: table(set)))
    let raw = try #require(set["signedRank"]?.numbers)
    let adjusted = try #require(set["holm"]?.numbers)
    #expect(pairwise.pairs.count == raw.count)
    #expect(sorted(pairwise.cliques) == cliques(set, "holmCliques"))
    for (index, pair) in pairwise.pairs.enumerated() {
      expectRelative(pair.test?.p ?? 1, raw[index])
      expectRelative(pair.adjustedP, adjusted[index])
    }
  }

  @Test func studentizedRange() throws {
    let document = try PairedDifferenceTests.oracle("ranks.json")
    let tails = try #require(document["rangeTail"]?.elements).map(\.numbers)
    #expect(tails.count == 40)
    for row in tails {
      expectRelative(StudentizedRange.tail(row[0], groups: Int(row[1])), row[2], 1e-12)
      expectClose(StudentizedRange.cdf(row[0], groups: Int(row[1])), 1 - row[2], 1e-14)
    }
    let quantiles = try #require(document["rangeQuantile"]?.elements).map(\.numbers)
    #expect(quantiles.count == 12)
    for row in quantiles {
      expectRelative(StudentizedRange.quantile(row[0], groups: Int(row[1])), row[2], 1e-12)
    }
    // R integrates to about nine digits.
    let byR = try #require(try PairedDifferenceTests.oracle("ranks_r.json")["rangeCDF"]?.elements)
    let bySciPy = try #require(document["rangeCDF"]?.elements)
    #expect(byR.count == 20 && bySciPy.count == 20)
    for row in (byR + bySciPy).map(\.numbers) {
      expectClose(StudentizedRange.cdf(row[0], groups: Int(row[1])), row[2], 1e-9)
    }
  }

  /// The range of two is |a − b|, normal with variance 2.
  @Test func rangeOfTwo() {
    for q in [0.3, 1, 2.7, 6] {
      expectRelative(
        StudentizedRange.tail(q, groups: 2), 2 * NormalDistribution.cdf(-q / 2.0.squareRoot()), 1e-13)
    }
  }

  @Test func outsideTheDomain() {
    #expect(StudentizedRange.cdf(1, groups: 1) == nil && StudentizedRange.tail(1, groups: 1) == nil)
    #expect(StudentizedRange.quantile(0.95, groups: 1) == nil)
    #expect(StudentizedRange.quantile(0, groups: 3) == nil && StudentizedRange.quantile(1, groups: 3) == nil)
    #expect(StudentizedRange.cdf(0, groups: 3) == 0 && StudentizedRange.tail(-1, groups: 3) == 1)
    #expect(Friedman(maeBPM: []) == nil)
    #expect(Friedman(maeBPM: [[1, 2]]) == nil)
    #expect(Friedman(maeBPM: [[], []]) == nil)
    #expect(PairwiseSignedRank(maeBPM: [[1, 2]]) == nil)
  }

  @Test func detectorsThatAlwaysTie() throws {
    let friedman = try #require(Friedman(maeBPM: .init(repeating: [1, 2, 3], count: 3)))
    #expect(friedman.averageRanks == [2, 2, 2])
    #expect(friedman.chiSquare == nil && friedman.p == nil && friedman.imanDavenport == nil)
    let pairwise = try #require(PairwiseSignedRank(maeBPM: .init(repeating: [1, 2, 3], count: 3)))
    #expect(pairwise.pairs.allSatisfy { $0.test == nil && $0.adjustedP == 1 })
    #expect(pairwise.cliques == [[0, 1, 2]])
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
  }

  @Test func runsThatLieInNoOther() {
    let near = { (a: Int, b: Int) in b - a <= 2 }
    #expect(maximalRuns([0, 1, 2, 3, 7, 8], together: near) == [[0, 1, 2], [1, 2, 3], [7, 8]])
    #expect(maximalRuns([0, 9, 20], together: near).isEmpty)
    #expect(maximalRuns([], together: near).isEmpty)
  }

  private func expectRelative(
    _ value: Double?, _ expected: Double?, _ tolerance: Double = 1e-9,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let value, let expected else {
      Issue.record("a figure is missing", sourceLocation: sourceLocation)
      return
    }
    #expect(
      abs(value - expected) <= tolerance * abs(expected), "\(value), expected \(expected)",
      sourceLocation: sourceLocation)
  }
}
