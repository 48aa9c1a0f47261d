import HRDiagnostics
import HRPlugins
import HRSignals
import HRStatistics
import Testing

@testable import HRExperiments
@testable import HREvaluation
@testable import HRResults
@testable import HRRunning

/// Which of several tries counts, what detectors see of each, and what they are held against.
@Suite struct SurestTryTests {
  private static let limits = RateLimits(declared: .unbounded, measurand: .heartRate)

  private func chosen(_ tries: [Estimate]) -> Int {
    surestTry(of: tries.map { DetectorOutput(EstimateColumn([$0], within: Self.limits), nil) }).chosenTry
  }

  @Test func theSurestCounts() {
    #expect(chosen([.bpm(60, confidence: 0.2), .bpm(61, confidence: 0.9), .bpm(62, confidence: 0.5)]) == 1)
    #expect(chosen([.bpm(60, confidence: 0.2), .bpm(61, confidence: 0.9), .bpm(62, confidence: 0.9)]) == 1)
    #expect(chosen([.bpm(60), .bpm(61, confidence: 0), .bpm(62)]) == 1)
    #expect(chosen([.abstained(.noPeak), .bpm(61), .bpm(62)]) == 1)
    #expect(chosen([.abstained(.noPeak), .abstained(.flatSignal)]) == 0)
    #expect(chosen([.bpm(60), .bpm(61, confidence: .nan)]) == 0)
    // A confidence without an estimate says nothing of one.
    var sure = Estimate.abstained(.lowQuality)
    sure.confidence = 1
    #expect(chosen([sure, .bpm(60, confidence: 0.1)]) == 1)
  }

  @Test func beatsOfAllTriesAreOneTrain() throws {
    let first = BeatTrain(detected: [1, 2, 9.95], answeredSpans: [TimeRange(start: 0, end: 10)])
    let third = BeatTrain(detected: [20.5], answeredSpans: [TimeRange(start: 20, end: 30)])
    let second = BeatTrain(detected: [10.05, 11], answeredSpans: [TimeRange(start: 10, end: 20)])
    let joined = try #require(BeatTrain(joining: [first, second, third]))
    // 10.05 is 9.95 seen from the other side.
    #expect(joined.detected == [1, 2, 9.95, 11, 20.5])
    #expect(joined.answeredSpans == [TimeRange(start: 0, end: 30)])
    #expect(
      BeatTrain(joining: [first, third])?.answeredSpans == first.answeredSpans + third.answeredSpans)
    #expect(BeatTrain(joining: []) == nil)
  }

  // MARK: What is seen

  /// 40 s at 100 Hz from 5 s on; each sample is its number from 1.
  private let ramp = Signal(samples: (1...4000).map { Double($0) }, sampleRate: 100, startTime: 5)

  private func measured(_ plan: WindowPlan, _ pipeline: Pipeline) -> (bpm: Double, chosen: Int) {
    let windows = plan.windows(in: TimeRange(start: 5, end: 45))
    var measurements = Measurements(
      of: Channels([.ppg: .uniform(ramp)]), in: windows, by: plan, collectsBeats: true, measurand: .heartRate)
    let (output, chosen) = measurements.output { $0.output(of: pipeline) }
    return (output.estimates.cells.first?.bpm ?? 0, chosen)
  }

  /// Of samples from the window's start on: the filter counts what it is given, the streaming detector's confidence is
  /// how many samples it was pushed.
  @Test func aLaterMeasurementIsOfAnAppThatIsStartedThen() {
    func plan(_ start: Double) -> WindowPlan {
      WindowPlan(mode: .spot, windowSeconds: 10, hopSeconds: 10, startSeconds: start)
    }
    let filtered = Pipeline.window(MeanDetector.self, filtered: true)
    #expect(measured(plan(0), filtered).bpm == 500.5)
    #expect(measured(plan(20), filtered).bpm == 500.5)
    #expect(measured(plan(20), .window(MeanDetector.self)).bpm == 2500.5)
    var measurements = Measurements(
      of: Channels([.ppg: .uniform(ramp)]), in: [TimeRange(start: 25, end: 35)], by: plan(20),
      collectsBeats: true, measurand: .heartRate)
    let output = measurements.output { $0.output(of: .streaming(LatestDetector.self)) }.output
    #expect(output.estimates.cells.map(\.bpm) == [3000])
    #expect(output.estimates.cells.map(\.confidence) == [1])
    // In continuous mode it has seen all that came before.
    let later = WindowPlan(mode: .continuous, windowSeconds: 10, hopSeconds: 10, startSeconds: 20)
    #expect(measured(later, filtered).bpm == 2500.5)
  }

  /// What the other program drew before the person had waited tells the filter nothing.
  @Test func aRecordedWaveBeginsThenToo() throws {
    try RecordedTraceStudy.with { study in
      func rows(from first: Double) throws -> [[EstimateColumn]] {
        try study.write(try study.message("r1") { $0 >= first }, "r1.json")
        let entry = RecordedTraceStudy.entry("fft", more: #", "filters": ["butterworth"]"#)
        return try study.rows(
          ResolverStudy.text(
            windows: #"{"windowSeconds": 10, "startSeconds": 8}"#, detectors: "[\(entry)]",
            more: #", "mode": "spot""#))
      }
      let whole = try rows(from: 0)
      #expect(whole.first?.first?.cells.map(\.hasValue) == [true])
      #expect(try rows(from: 8) == whole)
    }
  }

  @Test func everyTryIsAMeasurementOfItsOwn() {
    let plan = WindowPlan(mode: .spot, windowSeconds: 10, hopSeconds: 10, startSeconds: 5, tries: 3)
    // All equally sure: the earliest, of the 6th to the 15th second.
    let mean = measured(plan, .window(MeanDetector.self))
    #expect(mean.bpm == 1000.5 && mean.chosen == 0)
    // A detector that saw all before would be surer with each try.
    let latest = measured(plan, .streaming(LatestDetector.self))
    #expect(latest.bpm == 1500 && latest.chosen == 0)
  }

  @Test func rulesOfQualityComeBeforeTheChoice() throws {
    try ResolverStudy.with { study in
      let text = ResolverStudy.text(
        windows: #"{"windowSeconds": 8, "tries": 3}"#,
        detectors:
          #"["fft", {"label": "none", "detector": "fft", "acceptWhen": [{"quality": "skewness", "atLeast": 1000}]}]"#,
        more: #", "mode": "spot", "qualities": ["skewness"]"#)
      let experiment = try study.experiment(text, limit: 1)
      var runner = UnitRunner(experiment)
      let result = runner.result(of: experiment.units[0])
      guard case .windows(let table) = result.outcome else {
        throw Diagnostics("the unit failed")
      }
      #expect(table.ranges.map(\.start) == [0, 8, 16])
      #expect(table.rowCount == 1 && table.answerCount == 2)
      #expect(table.estimates.map { $0?.cells.count } == [1, 1])
      #expect(table.estimates[0]?.cells[0].hasValue == true)
      #expect(table.chosenTries.count == 2 && table.chosenTries[1] == 0)
      let none = try #require(table.estimates[1])
      #expect(none.outcome(of: none.cells[0]) == .abstained(.lowQuality))
      #expect(table.qualities.map(\.count) == [3])
      #expect(try UnitResult(bytes: result.bytes) == result)
    }
  }

  // MARK: What it is held against

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
    let claimed = ClaimWindows(
      plan: plan, results: results, clusters: Clusters(plan: plan, results: results))
    #expect(
      ["a", "b", "c"].map {
        claimed.values(of: .init(detector: $0, scenario: "clean"), group: nil).map(\.reference)
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
      run: "r", plan: plan, results: UnitResults(results), baseline: 0, marginBPM: 0.5)
    let tallies = comparison.contrasts.map(\.tally)
    // Errors of 1 against 2; the third detector's window has no reference.
    #expect(tallies.map(\.both) == [6, 0, 0])
    #expect(tallies.map(\.referenceWindows) == [6, 0, 6])
    #expect(tallies[0].candidateMAEBPM == 1 && tallies[0].baselineMAEBPM == 2)
    #expect(tallies[2].onlyBaseline == 6)
    let match = try RunMatch(
      baseline: .init(name: "old", plan: plan, results: UnitResults(results)),
      candidate: .init(name: "new", plan: plan, results: UnitResults(results)))
    let runs = Comparison(match, marginBPM: 0.5)
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
      run: "run", plan: plan, results: UnitResults(results), baseline: nil, marginBPM: 0.5)
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
