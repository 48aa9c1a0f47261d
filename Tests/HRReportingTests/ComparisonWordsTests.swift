import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

/// Words of pages for verdicts across a gap in coverage, and for the best detector.
@Suite struct ComparisonWordsTests {
  /// Returns an example with a second detector that errs as much as the first.
  private static func gap(_ coverage: Double, silent: Range<Int> = 0..<0) -> ExampleComparison {
    var example = ExampleComparison(
      detectors: ["fft", "late"], errors: [(3, 0.1, 1), (3, 0.1, coverage)])
    example.recordings = 16
    example.silent = [1: silent]
    return example
  }

  private func words(_ example: ExampleComparison) throws -> (word: String, sentence: String, short: String) {
    let comparison = example.comparison
    let contrast = try #require(comparison.contrasts.first)
    let cells = ComparisonTables(comparison: comparison).table(of: "clean").rows[0]
    return (
      cells.last?.display ?? "", ComparisonTables.sentence(contrast, comparison.clusterKind).markdown,
      ComparisonTables.short(contrast, comparison.clusterKind)
    )
  }

  @Test func withoutAGapAVerdictIsAWord() throws {
    let found = try words(Self.gap(1))
    #expect(found.word == "equivalent" && !found.sentence.contains("where both"), "\(found)")
    #expect(found.short.hasPrefix("equivalent (") && found.short.hasSuffix(" bpm)"), "\(found)")
  }

  @Test func equivalentAcrossAGapSaysTheGap() throws {
    let found = try words(Self.gap(0.9))
    #expect(found.word == "equivalent on common windows")
    #expect(found.sentence.contains("**equivalent** on common windows; the difference of "))
    #expect(
      found.sentence.hasSuffix(
        "; it answers 10.0 percentage points fewer windows (90.0 % instead of 100.0 %)."),
      "\(found.sentence)")
    #expect(found.short.hasSuffix(" bpm) (answers 10.0 percentage points fewer windows)"), "\(found.short)")
    // The word for programs stays the same.
    #expect(ComparisonCSV(comparison: Self.gap(0.9).comparison).text.contains(",true,equivalent\n"))
  }

  @Test func subjectsThatAreNotAnsweredAreAGap() throws {
    let found = try words(Self.gap(1, silent: 0..<7))
    #expect(found.word == "equivalent on common windows")
    #expect(
      found.sentence.hasSuffix(
        "; it answers 43.8 percentage points fewer windows (56.3 % instead of 100.0 %) and in 7 fewer subjects (9 instead of 16)."
      ), "\(found.sentence)")
    let one = try words(Self.gap(1, silent: 3..<4))
    #expect(
      one.short.hasSuffix(" (answers 6.3 percentage points fewer windows and in 1 fewer subject)"),
      "\(one.short)")
  }

  @Test func theOneThatAnswersMoreSaysThatToo() throws {
    var example = Self.gap(0.9)
    example.errors.swapAt(0, 1)
    #expect(try words(example).short.hasSuffix(" (answers 10.0 percentage points more windows)"))
    // The same number of subjects, but different ones.
    example = Self.gap(1, silent: 0..<2)
    example.silent[0] = 2..<4
    let found = try words(example)
    #expect(
      found.sentence.hasSuffix(
        "; it answers in as many subjects, but not in the same ones (14 each; both answered a window in 12)."
      ),
      "\(found.sentence)")
  }

  @Test func tablesHaveTheSubjectsAnswered() throws {
    let comparison = Self.gap(1, silent: 0..<7).comparison
    let table = ComparisonTables(comparison: comparison).table(of: "clean")
    let place = try #require(table.columns.firstIndex { $0.title == "subjects answered" })
    #expect(table.rows[0][place].display == "9 / 16 of 16")
    let page = ComparisonPage(comparison)
    #expect(
      page.terminal(.init(.lines, colour: false)).contains(
        "\nlate against fft: equivalent on common windows; it answers 43.8 percentage points fewer windows"))
    let rows = ComparisonCSV(comparison: comparison).text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let columns = ["clusters", "detectorClusters", "baselineClusters", "referenceClusters"]
    let places = columns.compactMap { name in rows[0].firstIndex { $0 == name } }
    let found = places.map { String(rows[1][$0]) }
    #expect(found == ["9", "9", "16", "16"])
  }

  @Test func thatThereIsNoRankingIsSaid() {
    var example = ExampleComparison(
      detectors: ["a", "b", "c"], errors: [(1, 0.5, 1), (2, 0.5, 1), (3, 0.5, 0.7)])
    example.baseline = "a"
    let page = ComparisonPage(example.comparison)
    let line =
      "No ranking, clean: fewer than three detectors can be ranked together. Not ranked, because a detector must answer 80 % of the windows in 80 % of the subjects: \"c\" (answers 70.0 % of the windows, in 12 of 12 subjects)."
    #expect(page.markdown.contains(line) && page.terminal(.init(.lines, colour: false)).contains(line))
  }

  private func standing(_ errors: [Double]) throws -> [String] {
    let example = ExampleComparison(
      detectors: errors.indices.map { "d\($0)" }, errors: errors.map { ($0, 0.5, 1) })
    return StandingText(standing: try #require(example.comparison.standings.first)).sentences
  }

  @Test func nobodyIsBestUnlessThatIsShown() throws {
    #expect(
      try standing([2, 2, 2]) == [
        "On common windows, no detector is shown to be better than \"d0\".",
        "No detector is shown to be better than all others.",
      ])
    let lead = try standing([5, 1, 1, 3])
    #expect(
      lead == [
        "On common windows, shown to be better than \"d0\": \"d1\", \"d2\", \"d3\".",
        "No detector is shown to be better than all others.",
      ])
    #expect(
      try standing([2, 3]).last
        == "Shown to be best: \"d0\". Its error is smaller than that of the other detector, on common windows (by the verdicts above)."
    )
    #expect(
      try standing([5, 1, 2, 3]).last
        == "Shown to be best: \"d1\". Its error is smaller than that of each of the 3 other detectors, on common windows (by signed-rank tests of each pair, with Holm's correction for 6 pairs)."
    )
  }

  @Test func theSummaryNamesScenariosWhereTheyDiffer() {
    func standing(_ scenario: String, _ best: String?) -> Standing {
      Standing(
        scenario: scenario, against: [],
        best: best.map { Standing.Best(detector: $0, others: 1, pairCount: nil) })
    }
    #expect(StandingText.summary([]) == nil)
    #expect(
      StandingText.summary([standing("clean", nil), standing("noise", nil)])
        == "No detector is shown to be better than all others.")
    let start = "Shown to be better than all others, on common windows: "
    #expect(StandingText.summary([standing("clean", "a"), standing("noise", "a")]) == start + "\"a\".")
    #expect(
      StandingText.summary([standing("clean", "a"), standing("noise", nil), standing("dark", "b")])
        == start + "\"a\" (clean), \"b\" (dark); no detector (noise).")
  }

  /// A page made before the counts of clusters existed is still recognised.
  @Test func olderTablesAreKnown() {
    let older =
      "scenario,detector,baseline,clusters,windows,referenceWindows,onlyDetectorWindows,onlyBaselineWindows,maeBPM\n"
    #expect(OutputFile.comparisonTable.isMade(older))
    #expect(!OutputFile.comparisonTable.isMade("scenario,detector,note\n"))
  }
}
