import HRPlugins
import HRSignals
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Text on errors at the delay that a detector states, which is there only if somebody asks for it.
@Suite struct DelayTablesTests {
  /// One recording with windows of 20 s every 5 s, in which the reference rises by 1 bpm from one to the next. The
  /// detectors are two windows late, and `late` states it.
  private static func evaluation(stated: Double? = 20, scenarios: [String] = ["clean"], windows: Int = 12)
    -> Evaluation
  {
    var late = RunPlan.DetectorNote(
      label: "late", extractors: [], filters: [], detector: .init(definition: "late@1", parameters: []))
    late.delaySeconds = stated
    let silent = RunPlan.DetectorNote(
      label: "silent", extractors: [], filters: [], detector: .init(definition: "silent@1", parameters: []))
    let plan = RunPlan(
      hreval: "0", name: "r", description: nil, seed: 1, mode: .continuous, windowSeconds: 20, hopSeconds: 5,
      withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [], formats: [.markdown, .html],
      datasets: [.init(name: "d", reference: "beats", citation: nil, license: nil)],
      recordings: [.init(dataset: 0, id: "r1", subject: nil)],
      scenarios: scenarios.map {
        .init(label: $0, family: 0, familyLabel: $0, swept: [], steps: [], repeats: 1)
      },
      detectors: [late, silent])
    let numbers = (0..<windows).map(Double.init)
    let columns = (0..<2).map { _ in
      EstimateColumn(
        numbers.map { .bpm(58 + $0) }, within: RateLimits(declared: nil, measurand: .heartRate))
    }
    let table = WindowTable(
      ranges: numbers.map { TimeRange(start: 5 * $0, end: 5 * $0 + 20) },
      references: numbers.map { .bpm(60 + $0) }, estimates: columns)
    return Evaluation(
      plan: plan,
      results: plan.units.map { UnitResult(unit: $0.index, facts: .unknown, outcome: .windows(table)) })
  }

  private static func cells(_ evaluation: Evaluation) -> [[String]]? {
    DelayTables(evaluation, rows: evaluation.rows).table.map { $0.rows.map { $0.map(\.display) } }
  }

  @Test func plainErrorsAreBesideThoseAtTheDelay() throws {
    let evaluation = Self.evaluation()
    let table = try #require(DelayTables(evaluation, rows: evaluation.rows).table)
    #expect(
      table.columns.map(\.heading) == [
        "detector", "delay (s)", "shift (s)", "windows", "MAE (bpm)", "MAE at the delay (bpm)", "bias (bpm)",
        "bias at the delay (bpm)",
      ])
    #expect(Self.cells(evaluation) == [["late", "20.0", "10.0", "10", "2.00", "0.00", "-2.00", "0.00"]])
    // Text for a screen says that nothing else is shifted.
    #expect(DelayTables.introduction.hasSuffix("No other figure, rank or verdict is shifted."))
  }

  @Test func scenariosAreNamedWhereThereAreSeveral() {
    let cells = Self.cells(Self.evaluation(scenarios: ["clean", "white"]))
    #expect(cells?.map { Array($0.prefix(2)) } == [["late", "clean"], ["late", "white"]])
  }

  @Test func windowsWithoutAReferenceAtTheDelayHaveNoFigure() {
    #expect(
      Self.cells(Self.evaluation(windows: 2)) == [["late", "20.0", "–", "0", "–", "–", "–", "–"]])
  }

  @Test func nobodyStatesADelay() {
    let evaluation = Self.evaluation(stated: nil)
    let blocks = DelayTables(evaluation, rows: evaluation.rows).blocks
    #expect(blocks.markdown.contains("No detector of this run states a delay"))
    let asked = terminalSummary(evaluation, TableStyle(.everything, colour: false), showsDelays: true)
    #expect(asked.contains("No detector of this run states a delay"))
  }

  @Test func nobodySeesThemUnasked() throws {
    let evaluation = Self.evaluation()
    func texts(_ showsDelays: Bool) throws -> [String] {
      let files = RunFiles.all(evaluation, provenance: nil, showsDelays: showsDelays)
      return try ["report.md", "report.html"].map { name in
        try #require(files.first { $0.path == name }?.text)
      } + [terminalSummary(evaluation, TableStyle(.everything, colour: false), showsDelays: showsDelays)]
    }
    for (asked, unasked) in zip(try texts(true), try texts(false)) {
      #expect(asked.contains(DelayTables.title) && asked.contains("MAE at the delay"))
      #expect(!unasked.contains(DelayTables.title) && !unasked.contains("MAE at the delay"))
    }
  }
}
