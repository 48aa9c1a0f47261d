import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Text on recordings that detectors were tuned on.
@Suite struct SeenTextTests {
  /// Returns an example in which `a` errs by 1 bpm and is stated to be tuned on `recordings`, `b` errs by 2 bpm and
  /// is stated to be tuned on none, and `c` errs by 9 bpm without a statement.
  private static func example(_ recordings: [String], of total: Int = 12) -> ExampleComparison {
    var example = ExampleComparison(
      detectors: ["a", "b", "c"], errors: [(1, 0.2, 1), (2, 0.2, 1), (9, 0.2, 1)])
    example.recordings = total
    example.baseline = "b"
    example.tunedOn = [0: recordings, 1: []]
    return example
  }

  private static func report(_ example: ExampleComparison) -> String {
    let evaluation = example.evaluation
    let document = RunDocument(
      evaluation,
      comparison: evaluation.declaredComparison.map {
        ComparisonPage($0, ofUnseen: evaluation.declaredComparisonOfUnseen)
      })
    // The mark is explained where rows of all scenarios are shown, in the short report.
    return document.blocks.markdown + ShortReport(document: document, pages: []).markdown
  }

  @Test func theReportLeadsWithWhatNobodyHasSeen() throws {
    let example = Self.example(["rec1", "rec1?"])
    let text = Self.report(example)
    let lead = try #require(
      text.range(of: "## Order on recordings that no detector is stated to have been tuned on"))
    let setup = try #require(text.range(of: "## What was run"))
    #expect(lead.lowerBound < setup.lowerBound)
    #expect(
      text.contains(
        "Success rates on the 8 of 12 recordings (8 subjects) that no detector of this run is stated to have been tuned on, the highest first."
      ))
    #expect(text.contains("### Tuning data of each detector"))
    #expect(text.contains("demo (rec1, rec1?)") && text.contains("4 of 12"))
    #expect(text.contains("Stated to be tuned on no recordings: b."))
    #expect(text.contains("so that no recording is known to be new to the detector: c."))
    #expect(
      text.contains("†: tuned on recordings of this run, so its figures on them are too good: a on 4 of 12."))
    #expect(text.contains("| a † "))
    let terminal = terminalSummary(example.evaluation, .init(.lines, colour: false))
    #expect(terminal.hasPrefix("Success rates on the 8 of 12 recordings"), "\(terminal)")
    #expect(terminal.contains("clean: a 100.0 %, b 100.0 %, c ") && terminal.contains("a †"))
  }

  @Test func verdictsAreGivenForThemToo() {
    let text = Self.report(Self.example(["rec1", "rec1?"]))
    let heading =
      "The same on the recordings that none of these detectors is stated to have been tuned on (8 subjects):"
    #expect(text.contains(heading + "\n\n- **a** against b: **better** by "), "\(text)")
    #expect(
      text.contains("tuned on recordings of this run, so its figures on them are too good: a on 4 of 12."))
  }

  @Test func withTooFewLeftThereIsNoOrder() {
    let few = Self.report(Self.example(["rec?"]))
    #expect(
      few.contains(
        "There is no order on unseen recordings: detectors of this run are stated to have been tuned on 9 of the 12 usable recordings. That leaves 3 subjects; an order needs at least 5."
      ))
    let none = Self.example(["*"])
    #expect(none.evaluation.unseen?.rows.isEmpty == true)
    #expect(Self.report(none).contains("tuned on 12 of the 12 usable recordings. That leaves 0 subjects"))
    #expect(
      Self.report(none).contains(
        "Each recording is stated to have been used for tuning at least one of them."))
  }

  @Test func whereNobodyHasSeenAnyThingThereIsNoLead() {
    let example = Self.example(["elsewhere"])
    #expect(example.evaluation.unseen == nil)
    let text = Self.report(example)
    #expect(!text.contains("## Order on") && !text.contains("†") && text.contains("0 of 12"))
  }

  @Test func resultsSayItPerRecording() throws {
    let evaluation = Self.example(["rec1", "rec1?"]).evaluation
    let stored = evaluation.stored
    let seen = stored.rows.prefix(3).map { row in row.perRecording.map(\.seen) }
    #expect(seen[0] == (1...12).map { $0 == 1 || $0 >= 10 })
    #expect(seen[1].allSatisfy { $0 == false } && seen[2].allSatisfy { $0 == nil })
    #expect(stored.unseen?.recordings.first == "demo/rec2" && stored.unseen?.clusters == 8)
    // The figures equal those of a run of these recordings alone.
    let row = try #require(stored.unseen?.rows.first)
    #expect(row.counts.windows == 80 && row.diagnosis == nil)
    let read = try StoredResults.file.read(stored.json.rendered(), file: "results.json")
    #expect(read.plan.json == stored.plan.json)
    #expect(stored.plan.detectors[0].tunedOn?.stated.first?.place == "demo (rec1, rec1?)")
  }
}
