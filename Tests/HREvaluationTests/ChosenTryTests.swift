import HRPlugins
import HRRunTestSupport
import HRSignals
import HRStatistics
import HRSupport
import Testing

@testable import HREvaluation
@testable import HRRunning

/// References and figures of the try that each detector chose.
@Suite struct ChosenTryTests {
  private static let limits = RateLimits(declared: .unbounded, measurand: .heartRate)

  /// Three tries with references 60, 70 and none; detector 0 chose the second (72), 1 the first (61), 2 the third (90),
  /// 3 gave nothing.
  private static let table = WindowTable(
    ranges: (0..<3).map { TimeRange(start: 10 * Double($0), end: 10 * Double($0) + 10) },
    references: [.bpm(60), .bpm(70), .none("tooFewIntervals")],
    estimates: [
      EstimateColumn([.bpm(72)], within: limits), EstimateColumn([.bpm(61)], within: limits),
      EstimateColumn([.bpm(90)], within: limits), EstimateColumn([.abstained(.noPeak)], within: limits),
    ],
    referenceDetectors: [
      .init(name: "one", ratesBPM: [60, 70, nil]), .init(name: "other", ratesBPM: [61, 75, 80]),
    ], cadenceBPM: [100, 110, nil], chosenTries: [1, 0, 2, 0])

  private static func plan(recordings: Int = 1) -> RunPlan {
    RunPlan(
      hreval: "0", name: "tries", description: nil, seed: 1, mode: .spot, windowSeconds: 10, hopSeconds: 10,
      withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [], formats: [.csv],
      datasets: [.init(name: "d", reference: "beats", citation: nil, license: nil)],
      recordings: (0..<recordings).map { .init(dataset: 0, id: "r\($0)", subject: "s\($0)") },
      scenarios: [HandMadeRun.clean], detectors: ["a", "b", "c", "d"].map { HandMadeRun.detector($0) },
      tries: 3)
  }

  private static func results(_ plan: RunPlan) -> [UnitResult] {
    plan.units.map { UnitResult(unit: $0.index, facts: .unknown, outcome: .windows(table)) }
  }

  @Test func eachDetectorHasTheReferenceOfItsOwnTry() throws {
    let plan = Self.plan()
    let evaluation = Evaluation(plan: plan, results: Self.results(plan))
    #expect(evaluation.rows.map(\.tally.windows) == [1, 1, 1, 1])
    #expect(evaluation.rows.map(\.tally.referenceWindows) == [1, 1, 0, 1])
    #expect(evaluation.rows.map(\.tally.estimates) == [1, 1, 0, 0])
    let references = evaluation.rows.map { row in
      var references: [Double] = []
      evaluation.pairs(of: row).rates.forEach { references.append($0.referenceBPM) }
      return references
    }
    #expect(references == [[70], [60], [], []])
    #expect(evaluation.rows[2].tally.reasons.map(\.outcome) == [.noReference("tooFewIntervals")])
    #expect(evaluation.recordings.map(\.windows) == [1])
    #expect(evaluation.recordings.map(\.referenceWindows) == [1])
    let series = ScenarioWindows([(cluster: 0, table: Self.table)])
    #expect(series.unanswered.map(\.referenceBPM) == [[60]])
    #expect(series.unanswered.map(\.cadenceBPM) == [[100]])
    let own = series.answered(by: 0)[0]
    #expect(own.startSeconds == [10] && own.endSeconds == [20])
    #expect(own.referenceBPM == [70] && own.estimateBPM == [72] && own.cadenceBPM == [110])
    let results = UnitResults(Self.results(plan))
    let units = RunUnits(plan: plan, results: results)
    #expect(
      ["a", "b", "c"].map {
        units.row(of: .init(detector: $0, scenario: "clean"), group: nil)?.answers.map(\.answer.reference.bpm)
      }
        == [[70], [60], [nil]])
    // Chance and spread are of the first try, errors against other references of the detector's own.
    #expect(
      evaluation.rows[0].diagnosis?.otherReferences?.single.map { $0.all.maeBPM } == [2, 3])
    #expect(evaluation.chanceLevels[0].floorMAEBPM == 1 && evaluation.chanceLevels[0].floorWindows == 1)
    #expect(evaluation.chanceLevels[0].referenceWindows == 1)
    // Beats are judged wherever a try has a reference.
    #expect(Self.table.referenceSpans == [TimeRange(start: 0, end: 20)])
  }

  @Test func comparisonsUseEachDetectorsOwnReference() throws {
    let plan = Self.plan(recordings: 6)
    let results = Self.results(plan)
    let comparison = Comparison(
      run: "r", plan: plan, results: UnitResults(results), baseline: 0, margin: Margin(declaredBPM: 0.5))
    let tallies = comparison.contrasts.map(\.tally)
    // Errors of 1 against 2; the third detector's window has no reference.
    #expect(tallies.map(\.both) == [6, 0, 0])
    #expect(tallies.map(\.referenceWindows) == [6, 0, 6])
    #expect(tallies[0].candidateMAEBPM == 1 && tallies[0].baselineMAEBPM == 2)
    #expect(tallies[2].onlyBaseline == 6)
    let match = try RunMatch(
      baseline: .init(name: "old", plan: plan, results: UnitResults(results)),
      candidate: .init(name: "new", plan: plan, results: UnitResults(results)))
    let runs = Comparison(match, margin: Margin(declaredBPM: 0.5))
    #expect(runs.contrasts.map(\.tally.both) == [6, 6, 0, 0])
    #expect(runs.contrasts[0].tally.candidateMAEBPM == 2)
  }

  @Test func rankingsUseEachDetectorsOwnReference() throws {
    var plan = Self.plan(recordings: 6)
    plan = RunPlan(
      hreval: "0", name: "tries", description: nil, seed: 1, mode: .spot, windowSeconds: 10, hopSeconds: 10,
      withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [], formats: [.csv],
      datasets: plan.datasets, recordings: plan.recordings, scenarios: plan.scenarios,
      detectors: Array(plan.detectors.prefix(3)), tries: 3)
    let table = WindowTable(
      ranges: Self.table.ranges, references: [.bpm(60), .bpm(70), .bpm(80)],
      estimates: Array(Self.table.estimates.prefix(3)), chosenTries: [1, 0, 2])
    let results = (0..<6).map {
      UnitResult(unit: $0, facts: .unknown, outcome: .windows(table))
    }
    let comparison = Comparison(
      run: "run", plan: plan, results: UnitResults(results), baseline: nil, margin: Margin(declaredBPM: 0.5))
    let ranking = try #require(comparison.rankings.first)
    // Errors 2, 1 and 10; against the first try's reference they would be 12, 1 and 30.
    #expect(ranking.order == [1, 0, 2] && ranking.windows == 6)
    #expect(ranking.friedman.averageRanks == [2, 1, 3])
  }

  @Test func triesSurviveTheBytes() throws {
    let result = UnitResult(unit: 0, facts: .unknown, outcome: .windows(Self.table))
    #expect(try UnitResult(bytes: result.bytes) == result)
    for length in 0..<result.bytes.count {
      #expect(throws: ByteReader.Damaged.self) { try UnitResult(bytes: result.bytes.prefix(length)) }
    }
    // A try that there is not.
    let beyond = WindowTable(
      ranges: Self.table.ranges, references: Self.table.references, estimates: Self.table.estimates,
      chosenTries: [1, 0, 3, 0])
    let bytes = UnitResult(unit: 0, facts: .unknown, outcome: .windows(beyond)).bytes
    #expect(throws: ByteReader.Damaged.self) { try UnitResult(bytes: bytes) }
    var units = try #require(StoredUnits(of: Self.plan()))
    let isAdmitted = units.admits(result)
    #expect(isAdmitted)
    var others = try #require(StoredUnits(of: Example.plan))
    let isAdmittedElsewhere = others.admits(result)
    #expect(!isAdmittedElsewhere)
  }
}
