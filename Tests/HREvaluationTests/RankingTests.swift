import HRStatistics
import Testing

@testable import HREvaluation
@testable import HRRunning

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
    let none = run.comparison()
    #expect(none.rankings.isEmpty && none.unranked.map(\.scenario) == ["clean"])
    #expect(none.unranked.first?.leftOut.map(\.detector) == ["d2", "d3"])
  }

  @Test func aRankingNeedsThreeDetectorsAndFiveClusters() {
    #expect(run([1, 2]).comparison().rankings.isEmpty && run([1, 2]).comparison().unranked.isEmpty)
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

  // MARK: Detectors that take part

  /// Sixteen subjects; the first seven have one window each, the other nine fourteen. A detector that answers only
  /// in the nine has 126 of the 133 windows.
  private func uneven(_ labels: [String], _ error: @escaping (HandMadeRun.Place) -> Double?) -> HandMadeRun {
    var run = HandMadeRun(recordings: 16)
    run.windows = 14
    run.detectors = labels.map { HandMadeRun.detector($0) }
    run.reference = { $0 < 7 && $1 > 0 ? nil : 60 + Double($0) }
    run.error = error
    return run
  }

  @Test func whoAnswersInFewClustersDoesNotCutTheRanking() throws {
    let labels = (0..<12).map { "d\($0)" }
    func error(_ place: HandMadeRun.Place) -> Double? {
      1 + 0.3 * Double(place.detector) + HandMadeRun.noise(place)
    }
    let alone = try #require(uneven(labels, error).comparison().rankings.first)
    let beside = uneven(labels + ["gappy"]) {
      $0.detector == 12 ? ($0.recording < 7 ? nil : 0.1) : error($0)
    }
    let ranking = try #require(beside.comparison().rankings.first)
    #expect(ranking.detectors == labels && ranking.windows == 133 && ranking.friedman.clusterCount == 16)
    #expect(ranking.friedman == alone.friedman && ranking.order == alone.order)
    #expect(
      ranking.leftOut == [
        .init(detector: "gappy", coverage: 126.0 / 133, clusters: 9, ofClusters: 16, keptClusters: nil)
      ])
    // It is compared with each of the others over the nine subjects all the same.
    #expect(alone.pairCount == 66 && ranking.pairCount == 78)
  }

  /// Returns the ranking for detectors that are silent in the given subjects, by label.
  private func members(
    _ silent: [(String, Set<Int>)]
  ) throws -> (ranked: Set<String>, leftOut: [String: Int?], clusters: Int) {
    var run = HandMadeRun(recordings: 16)
    run.windows = 10
    run.detectors = silent.map { HandMadeRun.detector($0.0) }
    run.error = { place in
      silent[place.detector].1.contains(place.recording) ? nil : Double(place.detector)
    }
    let ranking = try #require(run.comparison().rankings.first)
    return (
      Set(ranking.detectors),
      Dictionary(uniqueKeysWithValues: ranking.leftOut.map { ($0.detector, $0.keptClusters) }),
      ranking.friedman.clusterCount
    )
  }

  @Test func ofThoseThatTogetherLeaveTooLittleTheOneThatTakesMostGoes() throws {
    // Each is silent in three or fewer of sixteen, which is not too many; all together leave ten.
    let silent: [(String, Set<Int>)] = [
      ("a", []), ("b", [0, 1, 2]), ("c", [0, 1, 2]), ("d", [3, 4, 5]), ("e", []),
    ]
    for order in [silent, silent.reversed(), [silent[3], silent[0], silent[2], silent[4], silent[1]]] {
      let found = try members(order)
      // Without b no subject comes back, since c is silent there too; without d three subjects do.
      #expect(found.ranked == ["a", "b", "c", "e"] && found.leftOut == ["d": 10] && found.clusters == 13)
    }
  }

  @Test func ofEqualOnesTheLabelDecidesNotTheOrder() throws {
    let silent: [(String, Set<Int>)] = [("z", [0, 1, 2]), ("m", [3, 4, 5]), ("k", []), ("x", [])]
    for order in [silent, silent.reversed()] {
      let found = try members(order)
      #expect(found.ranked == ["z", "k", "x"] && found.leftOut == ["m": 10] && found.clusters == 13)
    }
  }

  @Test func whoAnswersEverywhereIsNotLeftOutForOthers() throws {
    // No subject comes back without any one of them: two pairs are silent in the same subjects.
    let silent: [(String, Set<Int>)] = [
      ("a", []), ("b", [0, 1]), ("c", [0, 1]), ("d", [2, 3]), ("e", [2, 3]),
    ]
    for order in [silent, silent.reversed()] {
      let found = try members(order)
      #expect(found.ranked.contains("a") && found.clusters == 14)
      #expect(found.leftOut == ["b": 12, "c": 12])
    }
  }

  // MARK: Pairs

  @Test func groupsAreOfEachTwoOverTheWindowsBothAnswered() throws {
    var run = run([0, 0, 0, 0])
    run.windows = 10
    // Detector 3 is silent in the windows in which 0 errs less than 1, so over common windows the two are equal.
    run.error = {
      switch $0.detector {
      case 0: $0.window < 2 ? 0 : 2
      case 1: $0.window < 2 ? 3 : 2
      case 2: 5 + HandMadeRun.noise($0)
      default: $0.window < 2 ? nil : 9 + HandMadeRun.noise($0)
      }
    }
    let comparison = run.comparison()
    let ranking = try #require(comparison.rankings.first)
    #expect(ranking.windows == 12 * 8 && ranking.friedman.averageRanks == [1.5, 1.5, 3, 4])
    #expect(ranking.groups.isEmpty && ranking.pairCount == 6)
    // The tests are those in the rows of contrasts.
    #expect(comparison.contrasts[0].difference?.wilcoxon?.p == 2.0 / 4096)
    #expect(comparison.standings.first?.best == .init(detector: "d0", others: 3, pairCount: nil))
  }

  @Test func anOrderThatTwoAloneContradictIsSaid() throws {
    var run = run([0, 0, 0, 0])
    run.windows = 10
    // In windows that 3 answers, 0 errs a little less than 1; in the others it errs far more.
    run.error = {
      switch $0.detector {
      case 0: $0.window < 2 ? 20 + HandMadeRun.noise($0) : 2
      case 1: 2.5
      case 2: 5
      default: $0.window < 2 ? nil : 9
      }
    }
    let ranking = try #require(run.comparison().rankings.first)
    #expect(ranking.order == [0, 1, 2, 3])
    #expect(ranking.contrary.map { [$0.better, $0.worse] } == [[1, 0], [2, 0]])
  }
}
