import HRStatistics
import Testing

@testable import HRExperiments

@Suite struct RankingTests {
  private func run(_ errors: [Double?], recordings: Int = 12) -> HandMadeRun {
    var run = HandMadeRun(recordings: recordings)
    run.detectors = errors.indices.map { HandMadeRun.detector("d\($0)") }
    run.error = { errors[$0.detector] }
    return run
  }

  @Test func detectorsAreRankedClusterByCluster() throws {
    let ranking = try #require(run([3, 1, -2]).comparison().rankings.first)
    #expect(ranking.scenario == "clean" && ranking.detectors == ["d0", "d1", "d2"])
    #expect(ranking.friedman.averageRanks == [3, 1, 2] && ranking.order == [1, 2, 0])
    #expect(ranking.windows == 72 && ranking.leftOut.isEmpty)
    #expect(ranking.friedman.chiSquare == 24)
  }

  @Test func equalOnesShareTheirRankAndKeepTheirOrder() throws {
    let ranking = try #require(run([1, -1, 1]).comparison().rankings.first)
    #expect(ranking.friedman.averageRanks == [2, 2, 2] && ranking.order == [0, 1, 2])
    #expect(ranking.friedman.p == nil && ranking.criticalDifference.cliques == [[0, 1, 2]])
  }

  @Test func whoAnswersTooSeldomIsLeftOut() throws {
    var run = run([1, 2, 3, 4])
    run.windows = 10
    // Detector 3 answers 7 of 10 windows, detector 2 exactly 8.
    run.error = { $0.window < [10, 10, 8, 7][$0.detector] ? Double($0.detector) : nil }
    let ranking = try #require(run.comparison().rankings.first)
    #expect(ranking.detectors == ["d0", "d1", "d2"])
    #expect(ranking.leftOut.map(\.detector) == ["d3"] && ranking.leftOut.map(\.coverage) == [0.7])
    #expect(ranking.windows == 12 * 8)
    run.error = { $0.window < [10, 10, 7, 7][$0.detector] ? 1 : nil }
    #expect(run.comparison().rankings.isEmpty)
  }

  @Test func aRankingNeedsThreeDetectorsAndFiveClusters() {
    #expect(run([1, 2]).comparison().rankings.isEmpty)
    #expect(run([1, 2, 3], recordings: 4).comparison().rankings.isEmpty)
    #expect(run([1, 2, 3], recordings: 5).comparison().rankings.count == 1)
    var blind = run([1, 2, 3])
    blind.reference = { _, _ in nil }
    #expect(blind.comparison().rankings.isEmpty)
  }

  @Test func clustersWithoutACommonWindowDoNotRank() throws {
    var run = run([1, 2, 3])
    run.windows = 10
    // On the first two recordings detectors 0 and 1 answer different halves.
    run.error = {
      if $0.recording < 2, $0.detector < 2, ($0.window < 5) != ($0.detector == 0) { return nil }
      return Double($0.detector)
    }
    let ranking = try #require(run.comparison().rankings.first)
    #expect(ranking.friedman.clusterCount == 10 && ranking.windows == 100)
  }

  @Test func everyScenarioHasItsRanking() {
    var run = run([1, 2, 3])
    run.scenarios.append(HandMadeRun.scenario("noise", ["whiteNoise@1"]))
    run.error = { Double($0.scenario == 0 ? $0.detector : 2 - $0.detector) }
    #expect(run.comparison().rankings.map(\.scenario) == ["clean", "noise"])
    #expect(run.comparison().rankings.map(\.order) == [[0, 1, 2], [2, 1, 0]])
  }
}
