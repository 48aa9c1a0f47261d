import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// `report.md` has only what a pull request needs.
@Suite struct ShortReportTests {
  private static func report(
    _ evaluation: Evaluation, comparison: ComparisonPage? = nil, pages: [OutputFile] = [.report, .run]
  ) -> String {
    ShortReport(
      document: RunDocument(evaluation, comparison: comparison), pages: pages
    ).markdown
  }

  /// Returns the rows of the table of results.
  private static func rows(_ report: String) -> [Substring] {
    report.split(separator: "\n").drop { !$0.hasPrefix("| scenario") }.dropFirst(2).prefix {
      $0.hasPrefix("|")
    }
  }

  @Test func ofManyRowsEachScenarioHasItsBest() {
    let report = Self.report(ColumnCountTests.everything)
    #expect(Self.rows(report).count == 13 * 5)
    #expect(
      report.contains(
        "Of each scenario the 5 detectors with the highest success rate are shown, and what they are compared with; 91 rows of 156 are left out."
      ), "\(report.prefix(2000))")
    #expect(report.split(separator: "](figures/error-").count - 1 == 12)
    #expect(report.contains("The figures of 1 more scenario are in `figures/`."))
    // Parts of a page of the whole run that a pull request does not need.
    for part in ["## What was run", "windows by reason", "Anatomy of the errors", "## How to read this"] {
      #expect(!report.contains(part), "\(part)")
    }
  }

  @Test func theBaselineIsShownHoweverItDoes() {
    var example = ExampleComparison.many(21) { "d\($0)" }
    example.recordings = 4
    example.baseline = "d2"
    let rows = Self.rows(Self.report(example.evaluation))
    #expect(rows.count == 2 * 6)
    #expect(rows[5].contains("| clean ") && rows[5].contains("| d2 "), "\(rows[5])")
  }

  @Test func verdictsAreThoseThatWereDeclared() {
    var example = ExampleComparison.verdicts
    let none = Self.report(example.evaluation)
    #expect(
      none.contains(
        "- The experiment declares no comparison, so no detector is shown to be better than another."))
    example.baseline = "fft"
    let evaluation = example.evaluation
    let report = Self.report(evaluation, comparison: evaluation.declaredComparison.map { ComparisonPage($0) })
    #expect(!report.contains("declares no comparison"))
    #expect(
      report.contains(
        "- jumpy against fft: clean: worse by 0.79 bpm, 95 % CI \\[0.26, 1.42\\]; white 0 dB: undecided")
    )
    #expect(
      report.contains(
        "- Shown to be better than all others, on common windows: \"peak, \\*wide\\*\".")
    )
    var one = ExampleComparison(detectors: ["fft"], errors: [(1, 0.5, 1)])
    one.recordings = 4
    #expect(!Self.report(one.evaluation).contains("## Verdicts"))
  }

  @Test func linksLeadToWhatIsWritten() throws {
    let bare = Self.report(ExampleEvaluation.evaluation)
    #expect(bare.contains("`hreval report RUN --format html` writes `report.html`, with RUN as this folder"))
    #expect(bare.contains("- [run.json](run.json): ") && !bare.contains("](summary.csv)"))
    let whole = Self.report(ExampleEvaluation.evaluation, pages: [.report, .page, .summary, .results, .run])
    #expect(!whole.contains("--format html"))
    let links = whole.split(separator: "\n").filter { $0.hasPrefix("- [") }.compactMap {
      $0.split(separator: "](").last?.split(separator: ")").first
    }
    #expect(links == ["report.html", "summary.csv", "results.json", "run.json"])
  }

  /// A report of few recordings cannot be mistaken for one of all.
  @Test func whatCouldNotBeUsedIsSaid() {
    let report = Self.report(ExampleEvaluation.evaluation)
    #expect(report.contains("Of 7 recordings 1 could not be used at all."))
    #expect(
      report.contains("demo/rec5") && report.contains("the file ends in line 3, in the middle of a row"))
  }
}
