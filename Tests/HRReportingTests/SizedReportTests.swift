import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

/// Output of a run of several lengths, or of several tries.
@Suite struct SizedReportTests {
  private static let limits = RateLimits(declared: nil, measurand: .heartRate)

  private static func plan(lengths: [Double], tries: Int?) -> RunPlan {
    RunPlan(
      hreval: "0", name: "x", description: nil, seed: 1, mode: .spot,
      windowSeconds: lengths.count == 1 ? lengths[0] : nil, hopSeconds: 10, withinBPM: 5, withinPercent: nil,
      metrics: ["maeBPM"], strata: [], formats: [.markdown, .csv, .json],
      datasets: [.init(name: "d", reference: "beats", citation: nil, license: nil)],
      recordings: (1...2).map { .init(dataset: 0, id: "r\($0)", subject: "s\($0)") },
      scenarios: lengths.map { length in
        .init(
          label: lengths.count == 1 ? "clean" : "clean, \(shortest(length)) s", family: 0,
          familyLabel: "clean",
          swept: lengths.count == 1
            ? [] : [.init(name: "windowSeconds", value: shortest(length), number: length)],
          steps: [.init(definition: "clean@1", parameters: [])], repeats: 1,
          size: lengths.count == 1 ? nil : .init(windowSeconds: length, startSeconds: 0))
      },
      detectors: ["a", "b"].map {
        .init(label: $0, extractors: [], filters: [], detector: .init(definition: "\($0)@1", parameters: []))
      }, tries: tries)
  }

  private static func facts(_ recording: Int) -> RecordingFacts {
    RecordingFacts(subject: "s\(recording + 1)", metadata: [], seconds: 25, channels: [], files: [])
  }

  /// Returns a run in which the second recording is too short for the longest length.
  private static func sized(_ lengths: [Double]) -> Evaluation {
    let plan = plan(lengths: lengths, tries: nil)
    let results = plan.units.map { unit -> UnitResult in
      let length = lengths[unit.scenario]
      let isShort = unit.recording == 1 && length == lengths.max()
      let column = EstimateColumn([.bpm(61)], within: limits)
      return UnitResult(
        unit: unit.index, facts: facts(unit.recording),
        outcome: isShort
          ? .failed("the recording lasts 25 s, less than one window")
          : .windows(
            WindowTable(
              ranges: [TimeRange(start: 0, end: length)], references: [.bpm(60)], estimates: [column, column])
          ))
    }
    return Evaluation(plan: plan, results: results)
  }

  @Test func eachTryHasTheTimesAndTheReferenceOfItsDetector() throws {
    let plan = Self.plan(lengths: [10], tries: 2)
    let table = WindowTable(
      ranges: [TimeRange(start: 0, end: 10), TimeRange(start: 10, end: 20)],
      references: [.bpm(60), .none("tooFewIntervals")],
      estimates: [
        EstimateColumn([.bpm(61, confidence: 0.5)], within: Self.limits),
        EstimateColumn([.bpm(71)], within: Self.limits),
      ], qualities: [], chosenTries: [0, 1])
    let evaluation = Evaluation(
      plan: plan,
      results: plan.units.map {
        UnitResult(unit: $0.index, facts: Self.facts($0.recording), outcome: .windows(table))
      })
    let rows = try WindowsCSV(evaluation: evaluation).text(of: evaluation.results).split(separator: "\n")
      .dropFirst()
    #expect(
      Array(rows) == [
        "r1,s1,clean,1,a,0,10,60,61,0.5,value,,,d,s1,1",
        "r1,s1,clean,1,b,10,20,,71,,noReference:tooFewIntervals,,,d,s1,",
        "r2,s2,clean,1,a,0,10,60,61,0.5,value,,,d,s2,1",
        "r2,s2,clean,1,b,10,20,,71,,noReference:tooFewIntervals,,,d,s2,",
      ])
    let setup = SetupSection(evaluation: evaluation).blocks.markdown
    #expect(
      setup.contains("one window per recording: 10 s from its start (best of 2 tries) (spot mode); 2 in all"))
    let methods = MethodsSection(evaluation: evaluation).blocks.markdown
    #expect(methods.contains("**Measurements.**") && methods.contains("`surestTry@1`"))
    #expect(!methods.contains("All lengths"))
    #expect(
      !MethodsSection(evaluation: ExampleEvaluation.evaluation).blocks.markdown.contains("**Measurements.**"))
  }

  @Test func aRecordingTooShortForOneLengthIsUsedInTheOthers() {
    let evaluation = Self.sized([10, 20, 30])
    let setup = SetupSection(evaluation: evaluation).blocks.markdown
    #expect(setup.contains("- Recordings: 2 offered: 0 excluded, 0 failed, 2 used"))
    #expect(setup.contains("10, 20 or 30 s from its start (spot mode); every scenario was measured by each"))
    #expect(setup.contains("1 of the recordings used could not be used in some scenarios:"))
    #expect(setup.contains("| clean, 30 s | d/r2      | the recording lasts 25 s, less than one window |"))
    #expect(
      terminalFailures(evaluation, TableStyle(wide: true, stated: nil, terminal: nil, colour: false))
        .contains(
          "failed in \"clean, 30 s\": d/r2: the recording lasts 25 s, less than one window"))
    #expect(
      evaluation.stored.json.rendered().contains(
        #""clean, 30 s": "the recording lasts 25 s, less than one window""#))
    #expect(evaluation.rows.map(\.tally.failedRecordings) == [0, 0, 0, 0, 1, 1])
    // A table of lengths for a length without a measurement.
    let none = Evaluation(
      plan: evaluation.plan,
      results: evaluation.results.filter { evaluation.plan.units[$0.unit].scenario < 2 })
    let table = SeverityTable(family: SeverityFamily.all(in: none.plan)[0], evaluation: none).tables[0]
    #expect(table.rows[0].last == .missing("no windows"))
  }

  @Test func changesOfLengthAreOfTheirScenario() throws {
    func stored(_ lengths: [Double], as folder: String) throws -> ArchivedRun {
      try ArchivedRun(
        folder: folder, results: Self.sized(lengths).stored.json.rendered(), origin: .unknown("not stated"))
    }
    let (old, new) = (try stored([10, 20], as: "old"), try stored([20, 10, 40], as: "new"))
    #expect(
      old.scenarios.map(\.windows) == [10, 20].map { "one window per recording: its first \($0) s" })
    #expect(!RunChange.ofExperiment(old, new, metric: "maeBPM").contains { $0.kind == .windows })
    #expect(RunChange.of(scenario: "clean, 20 s", detector: "a", old, new).isEmpty)
    // The same label in a run that has no other length.
    let text = Self.sized([10, 20]).stored.json.rendered()
      .replacing("its first 20 s", with: "20 s from 5 s on")
    let other = try ArchivedRun(folder: "other", results: text, origin: .unknown("not stated"))
    #expect(
      RunChange.of(scenario: "clean, 20 s", detector: "a", old, other).map(\.described) == [
        "scenario: windows one window per recording: its first 20 s → one window per recording: 20 s from 5 s on"
      ])
  }
}
