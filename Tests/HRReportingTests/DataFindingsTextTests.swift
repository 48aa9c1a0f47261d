import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRRunning
@testable import HRReporting

/// Text of findings about the data in the terminal, on the report, in results.json and in a gate.
@Suite struct DataFindingsTextTests {
  private static let plain = TableStyle(.lines, colour: false)

  /// Returns results in which three recordings of seven have such findings, and all have hum. The plan acknowledges
  /// hum, and an inverted signal that no recording has.
  private static func results(
    _ kinds: [DataFinding.Kind] = [.sampleRate], evidence: String = "two estimates agree"
  ) -> [UnitResult] {
    examined(ExampleEvaluation.results, of: ExampleEvaluation.plan, kinds, evidence: evidence)
  }

  private static func examined(
    _ results: [UnitResult], of plan: RunPlan, _ kinds: [DataFinding.Kind], evidence: String
  ) -> [UnitResult] {
    let units = plan.units
    return results.map { result in
      let unit = units[result.unit]
      guard unit.beginsRecording else { return result }
      let own =
        [0, 2, 5].contains(unit.recording)
        ? kinds.map { DataFinding($0, at: "channel ppg", evidence: evidence, mend: "declare 125 Hz") } : []
      return UnitResult(
        unit: result.unit, facts: result.facts, outcome: result.outcome,
        exam: RecordingExam(
          findings: own + [DataFinding(.mainsHum, evidence: "a line at 50 Hz", mend: "filter it.")]))
    }
  }

  private static func evaluation(_ results: [UnitResult]) -> Evaluation {
    let plan = ExampleEvaluation.plan(acknowledged: [
      AcknowledgedFinding(.mainsHum, reason: "the lamp of *that* ward"),
      AcknowledgedFinding(.upsideDown, reason: "by the sensor"),
    ])
    return Evaluation(plan: plan, results: results)
  }

  private static let example = evaluation(results())

  @Test func theTerminalBeginsWithThem() {
    let lines = terminalSummary(Self.example, Self.plain).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(8) == [
        "Do the data make sense? 1 finding:",
        "  sampleRate: sample rate probably wrong; demo, channel ppg, in 3 of 7 recordings (rec1, rec3, rec6).",
        "    rec1: two estimates agree.", "    Likely remedy: declare 125 Hz.",
        "Acknowledged by the descriptor:",
        "  mainsHum: mains hum; demo, in all 7 recordings: the lamp of *that* ward.",
        "Acknowledged, but not found: upsideDown (demo).", "",
      ])
    let text = DataFindingsText(Self.example.findings)
    #expect(text.strictReason == "--strict: no descriptor acknowledges sampleRate, so the exit code is 1")
    #expect(text.open(Self.plain).count == 4)
  }

  @Test func whereNothingIsSuspiciousNothingIsSaid() {
    let calm = DataFindingsText(ExampleEvaluation.evaluation.findings)
    #expect(calm.terminal(Self.plain).isEmpty && calm.blocks.isEmpty && calm.strictReason == nil)
    #expect(terminalSummary(ExampleEvaluation.evaluation, Self.plain).hasPrefix("  detector"))
  }

  @Test func theReportShowsThemFirst() throws {
    let report = try #require(
      RunFiles.all(Self.example, provenance: nil).first { $0.path == "report.md" }?.text)
    let headings = report.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(headings.prefix(2) == ["## Do the data make sense?", "## Verdicts"])
    #expect(RunDocument(Self.example).dataParts.first == .heading(2, "Do the data make sense?"))
    #expect(
      report.contains(
        "- **sample rate probably wrong** (`sampleRate`): demo, channel ppg, in 3 of 7 recordings (rec1, rec3, rec6). rec1: two estimates agree. Likely remedy: declare 125 Hz."
      ), "\(report.prefix(1500))")
    #expect(report.contains("| demo/rec3 | sampleRate | two estimates agree |"), "\(report.prefix(1500))")
    #expect(report.contains("the lamp of \\*that\\* ward") && !report.contains("the lamp of *that* ward"))
  }

  @Test func resultsKeepThem() throws {
    let stored = Self.example.stored
    #expect(stored.findings.map(\.kind.rawValue) == ["sampleRate", "mainsHum"])
    #expect(stored.findings.map(\.reason) == [nil, "the lamp of *that* ward"])
    #expect(stored.findings[0].recordings.map(\.id) == ["rec1", "rec3", "rec6"])
    let read = try StoredResults.file.read(stored.json.rendered(), file: "results.json")
    #expect(read.plan.json == stored.plan.json && read.datasets[0].acknowledged.count == 2)
    #expect(ExampleEvaluation.evaluation.stored.json.rendered().contains("\"findings\": []"))
  }

  /// Evidence and reasons are foreign words.
  @Test func nothingInThemSteersAReader() throws {
    let hostile = Self.evaluation(Self.results(evidence: "a\u{1B}[2J\n# b | [c](http://d) <e>"))
    let lines = DataFindingsText(hostile.findings).terminal(Self.plain)
    #expect(lines.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") }, "\(lines)")
    let page = DataFindingsText(hostile.findings).blocks.markdown
    #expect(!page.contains("\n# b") && !page.contains("[c](") && !page.contains("<e>"), "\(page)")
  }

  // MARK: The gate

  /// Returns a run in which nothing failed.
  private static func run(_ kinds: [DataFinding.Kind]) -> Evaluation {
    var example = ExampleComparison(detectors: ["fft"], errors: [(1, 0.5, 1)])
    example.recordings = 7
    return Evaluation(
      plan: example.plan, results: examined(example.results, of: example.plan, kinds, evidence: "it is so"))
  }

  private static func gate(_ now: [DataFinding.Kind], _ before: [DataFinding.Kind]) throws -> Gate {
    try Gate(run(now), against: Baseline(run(before)), file: "base.json")
  }

  @Test func aGateSaysWhatIsNew() throws {
    let gate = try Self.gate([.sampleRate, .noPulse], [.sampleRate, .clippedSignal])
    let news =
      "new finding noPulse: no pulse in a channel; demo, channel ppg, in 3 of 7 recordings (rec1, rec3, rec6). rec1: it is so."
    let gone = "findings of the baseline that are no longer there: clippedSignal (demo)"
    let page = GatePage(gate)
    #expect(!page.refusesFindings)
    #expect(page.terminal(Self.plain).contains(news) && page.terminal(Self.plain).contains("note: \(gone)"))
    #expect(page.markdown.contains("- \(news)") && page.markdown.contains("- \(gone)"), "\(page.markdown)")
    let xml = page.files[1].text
    #expect(xml.contains("    <system-out>\(news); \(gone)</system-out>"), "\(xml)")
    #expect(XMLReading(xml).problem == nil && !xml.contains("newFinding"))
    // The verdict is on the rows.
    #expect(!page.markdown.contains("--strict"))
  }

  @Test func withStrictANewFindingDoesNotHold() throws {
    let page = GatePage(try Self.gate([.sampleRate], []), strict: true)
    #expect(page.refusesFindings)
    #expect(
      page.markdown.contains(
        "The gate does not hold: 1 new finding about the data, which --strict does not allow. Of the rows alone: The gate holds"
      ), "\(page.markdown)")
    let xml = XMLReading(page.files[1].text)
    #expect(xml.problem == nil && xml.count("testcase") == 3, "\(page.files[1].text)")
    #expect(page.files[1].text.contains("<failure type=\"newFinding\" message=\"new finding sampleRate"))
    #expect(!GatePage(try Self.gate([.sampleRate], [.sampleRate]), strict: true).refusesFindings)
  }
}
