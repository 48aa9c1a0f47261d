import Foundation
import HRTestSupport
import HRSupport
import HRStatistics
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

@Suite struct DocumentTests {
  private static let files = RunFiles.all(
    ExampleEvaluation.evaluation, provenance: ExampleEvaluation.provenance)

  private static func text(_ path: String) throws -> String {
    try #require(files.first { $0.path == path }).text
  }

  @Test(arguments: ["summary.csv", "windows.csv", "results.json", "run.json", "report.md"])
  func document(_ name: String) throws {
    try expectGolden(try Self.text(name), name)
  }

  @Test func filesInTheirOrder() {
    #expect(
      Self.files.map(\.path) == [
        "windows.csv", "summary.csv", "groups.csv", "results.json", "figures/agreement-clean.svg",
        "figures/agreement-white-10-db.svg", "figures/agreement-white-0-db.svg",
        "figures/severity-white-db.svg", "figures/coverage-clean.svg", "figures/coverage-white-10-db.svg",
        "figures/coverage-white-0-db.svg", "figures/lag-clean.svg", "figures/lag-white-10-db.svg",
        "figures/lag-white-0-db.svg", "figures/groups-clean.svg", "figures/groups-white-10-db.svg",
        "figures/groups-white-0-db.svg", "figures/error-clean.svg", "figures/error-white-10-db.svg",
        "figures/error-white-0-db.svg", "figures/distribution-clean.svg",
        "figures/distribution-white-10-db.svg", "figures/distribution-white-0-db.svg", "report.md",
        "run.json",
      ])
  }

  @Test func onlyWhatIsAskedFor() {
    var plan = ExampleEvaluation.plan
    plan.formats = [.json]
    let evaluation = Evaluation(plan: plan, results: ExampleEvaluation.results)
    #expect(RunFiles.all(evaluation, provenance: nil).map(\.path) == ["results.json"])
  }

  @Test func figuresAreWellFormed() {
    for file in Self.files where file.path.hasSuffix(".svg") {
      #expect(XMLReading(file.text).problem == nil, "\(file.path)")
    }
  }

  @Test func theLagFigureHasALinePerRecording() throws {
    let drawn = try Self.text("figures/lag-clean.svg").split(separator: "<path class=\"hair\"").count - 1
    let curves = ExampleEvaluation.evaluation.rows.filter { $0.scenario == 0 }.compactMap(\.diagnosis)
    #expect(drawn > 0 && drawn == curves.reduce(0) { $0 + $1.recordingLagCurves.drawn.count })
  }

  @Test func everyLinkedFigureExists() throws {
    let whole = RunDocument(ExampleEvaluation.evaluation).blocks.markdown
    for (page, count) in [(try Self.text("report.md"), 3), (whole, 16)] {
      let links = page.split(separator: "](figures/").dropFirst().compactMap {
        $0.split(separator: ")").first
      }
      #expect(links.count == count)
      for link in links { #expect(Self.files.contains { $0.path == "figures/\(link)" }) }
    }
  }

  @Test func summaryStartsWithTheContractsColumns() {
    #expect(
      SummaryCSV.header.prefix(23).joined(separator: ",")
        == "scenario,detector,recordings,subjects,windows,estimates,coverage,biasBPM,biasLow,biasHigh,sdBPM,loaLowerBPM,"
        + "loaUpperBPM,maeBPM,maeLow,maeHigh,medianAEBPM,rmseBPM,mapePercent,pearson,ccc,withinToleranceShare,p95AEBPM"
    )
  }

  /// Later columns come behind all earlier ones, the two counts included.
  @Test func summaryEndsWithTheLatestColumns() {
    #expect(
      SummaryCSV.header.suffix(5) == [
        "pearsonHigh", "withinToleranceLow", "withinToleranceHigh", "withinBPMLow", "withinBPMHigh",
      ])
  }

  /// The success rate comes before all figures, however narrow the terminal is; a report with all metrics has ten
  /// columns.
  @Test func rightOfAllComesFirst() throws {
    let evaluation = ExampleEvaluation.evaluation
    for room in [TableStyle.Extent.width(40), .lines, .everything] {
      let style = TableStyle(room, colour: false)
      let header = terminalSummary(evaluation, style).prefix { $0 != "\n" }
      let titles = header.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(titles.prefix(2) == ["detector", "success rate (%)"], "\(header)")
      #expect(room != .lines || titles.count == 10)
    }
    let plan = ExampleEvaluation.plan(metrics: Metric.columns.map(\.name))
    let all = Evaluation(plan: plan, results: ExampleEvaluation.results)
    let table = ScenarioTables(evaluation: all, rows: all.rows(ofScenario: 0)).errors
    #expect(
      table.columns.map(\.heading) == [
        "detector", "success rate (%)", "estimates", "coverage (%)", "MAE (bpm)", "bias (bpm)",
        "median (bpm)", "P95 (bpm)", "within tolerance (%)", "CCC",
      ])
  }

  /// The worst group is the one with the lowest success rate. Windows without an answer count against a detector.
  @Test func silenceMakesAGroupTheWorst() throws {
    let plan = ExampleEvaluation.plan
    let results = ExampleEvaluation.results.map { result in
      guard case .windows(let table) = result.outcome, plan.units[result.unit].recording % 2 == 1 else {
        return result
      }
      let columns = table.estimates.enumerated().map { detector, column in
        guard detector == 0 else { return column }
        var silent = EstimateColumn()
        for _ in table.ranges {
          silent.append(bpm: nil, outcome: .abstained(.noPeak), confidence: nil, quality: nil, motion: nil)
        }
        return silent
      }
      return UnitResult(
        unit: result.unit, facts: result.facts,
        outcome: .windows(
          WindowTable(ranges: table.ranges, references: table.references, estimates: columns)))
    }
    let section = try #require(
      StrataTables(evaluation: Evaluation(plan: plan, results: results)).blocks.map(\.markdown).first {
        $0.contains("worst group")
      })
    let line = try #require(section.split(separator: "\n").first { $0.contains("| clean") })
    #expect(line.contains("| walk ") && line.contains(" 0.0 (n=3) |") && line.contains(" 100.0 |"), "\(line)")
  }

  /// Seldom used limits are in results.json alone. Of the others, two kinds are in the table.
  @Test func summaryHasTwoOtherKindsOfLimits() {
    let limits = SummaryCSV.header.filter { $0.hasPrefix("loa") }
    #expect(limits.count == 18)
    for column in limits {
      #expect(
        ["loaPercentile", "loaCluster", "loaLower", "loaUpper"].contains { column.hasPrefix($0) }, "\(column)"
      )
    }
    let away = Metric.columns.filter { !$0.isInSummary }.map(\.name)
    #expect(
      away == [
        "loaSimpleLowerBPM", "loaSimpleUpperBPM", "loaExactLowerLow", "loaExactLowerHigh", "loaExactUpperLow",
        "loaExactUpperHigh", "ratioBias", "loaRatioLower", "loaRatioUpper",
      ])
    let stored = ExampleEvaluation.evaluation.stored
    for name in away {
      #expect(stored.rows[0].metrics.contains { $0.name == name })
      #expect(stored.definitions.metrics.contains { $0.name == name })
    }
  }

  @Test func theReferencePageNamesEveryColumn() throws {
    let page = try ProjectFolder.text("docs/reference/results/summary.md")
    for column in SummaryCSV.header + Metric.columns.map(\.name) {
      #expect(page.contains("`\(column)`"), "docs/reference/results/summary.md lacks \(column)")
    }
  }

  /// The page's table is that of the declared columns.
  @Test func theReferencePageDescribesTheColumnsOfWindows() throws {
    let rows = WindowColumn.ofEveryRun.map { column in
      "| `\(column.name)` | \(column.unit.map { $0 + " " } ?? "")| \(column.meaning) |\n"
    }
    let table = "| column | unit | meaning |\n| --- | --- | --- |\n" + rows.joined()
    #expect(
      try ProjectFolder.text("docs/reference/results/windows.md").contains("\n" + table + "\n"), "\(table)")
  }

  @Test func everyRowHasEveryColumn() throws {
    // No field of these rows holds a comma outside quotes but the separators; the quoted label is one field.
    for name in ["summary.csv", "windows.csv"] {
      let lines = try Self.text(name).split(separator: "\n")
      let width = lines[0].split(separator: ",", omittingEmptySubsequences: false).count
      for line in lines.dropFirst() {
        let plain = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined()
        #expect(
          plain.split(separator: ",", omittingEmptySubsequences: false).count == width, "\(name): \(line)")
      }
    }
  }

  @Test func resultsHoldNothingOfTheMachine() throws {
    let results = try Self.text("results.json")
    for word in ["/data", "bench", "2026-01", "1234.5,", "Debian"] { #expect(!results.contains(word)) }
    #expect(try JSONDocument(results, file: "results.json").problems(against: StoredResults.file.shape) == [])
    let root = try JSONDocument(results, file: "results.json").root
    #expect(root["results"]?.elements?.count == 9)
    #expect(root["format"]?.string == "hreval-results")
  }

  @Test func tooFewSubjectsAreSaid() throws {
    let plan = ExampleEvaluation.plan(recordings: 3)
    let evaluation = Evaluation(plan: plan, results: ExampleEvaluation.results(of: plan, windows: 6))
    let report = RunDocument(evaluation).blocks.markdown
    #expect(report.contains("too few subjects (n=3)"))
    let summary = terminalSummary(evaluation, .init(.width(120), colour: false))
    #expect(summary.contains("(n=3)") && summary.contains("too few subjects for a 95 % confidence interval"))
  }

  @Test(arguments: [(120, false), (80, false), (48, false), (100, true)])
  func terminal(_ width: Int, _ colour: Bool) throws {
    let text = terminalSummary(ExampleEvaluation.evaluation, .init(.width(width), colour: colour))
    try expectGolden(text + "\n", "terminal-\(width)\(colour ? "-colour" : "").txt")
    if !colour {
      for line in text.split(separator: "\n") { #expect(String(line).displayWidth <= width) }
    }
  }

  @Test func aDetectorThatNeverAnswersHasCoverageZeroAndNoErrors() throws {
    let line = try #require(
      Self.text("summary.csv").split(separator: "\n").first { $0.hasPrefix("white 10 dB,silent,") })
    #expect(line.hasPrefix("white 10 dB,silent,6,6,72,0,0,,,,"))
    // No right answer in 66 windows of six subjects: 1 − 0.025^(1/6) at most.
    #expect(line.contains(",66,1,0,0,0.459258126"), "\(line)")
  }

  @Test func oneWindowPerSubjectHasSimpleLimitsWithIntervals() throws {
    let plan = ExampleEvaluation.plan(recordings: 9)
    let evaluation = Evaluation(plan: plan, results: ExampleEvaluation.results(of: plan, windows: 2))
    let row = try #require(evaluation.rows.first)
    #expect(row.limits?.areSimple == true && row.limits?.upper != nil)
    let table = try #require(
      ScenarioTables(evaluation: evaluation, rows: evaluation.rows(ofScenario: 0)).agreement)
    #expect(
      table.columns.map(\.title).suffix(3) == ["limits, simple", "95 % of the lower", "95 % of the upper"])
    #expect(
      RunFigures(evaluation)[.agreement][0]?.figure.caption.contains("windows taken as independent") == true)
  }

  @Test func aRunWithoutAnyResultStillReports() {
    let plan = ExampleEvaluation.plan
    let evaluation = Evaluation(plan: plan, results: [])
    let files = RunFiles.all(evaluation, provenance: nil)
    #expect(files.contains { $0.path == "report.md" && $0.text.contains("no window has both") == false })
    for file in files where file.path.hasSuffix(".svg") { #expect(XMLReading(file.text).problem == nil) }
    #expect(!terminalSummary(evaluation, .init(.width(80), colour: false)).isEmpty)
  }
}

@Suite struct WindowsCSVSpeedTests {
  /// 72,000 rows. A debug build is many times slower than a release build, so the test fails only for growth out of
  /// proportion.
  @Test func aNightsWindowsAreWrittenInTime() throws {
    let plan = ExampleEvaluation.plan(recordings: 11)
    let results = ExampleEvaluation.results(of: plan, windows: 600)
    let evaluation = Evaluation(plan: plan, results: results)
    let clock = ContinuousClock()
    var text = ""
    let time = try clock.measure { text = try WindowsCSV(evaluation: evaluation).text(of: results) }
    #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } == 72_013)
    #expect(time < .seconds(20), "\(time)")
  }
}
