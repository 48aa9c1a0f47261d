import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HRNumerics

/// Number of columns that a table shows, and line breaks of sentences.
@Suite struct TableStyleTests {
  @Test(
    arguments: [
      (false, nil, nil, .lines), (false, nil, 90, .width(90)), (false, "70", nil, .width(70)),
      (false, "70", 90, .width(70)), (false, "wide", 90, .width(90)), (false, "0", nil, .lines),
      (false, "-3", 90, .width(90)), (false, "4", nil, .width(20)), (true, "70", 90, .everything),
      (true, nil, nil, .everything),
    ] as [(Bool, String?, Int?, TableStyle.Extent)])
  func room(_ wide: Bool, _ stated: String?, _ terminal: Int?, _ room: TableStyle.Extent) {
    #expect(TableStyle(wide: wide, stated: stated, terminal: terminal, colour: false).extent == room)
  }

  private static let table = Table(
    columns: (0..<13).map { .init("c\($0)", importance: $0) }, rows: [(0..<13).map { .count($0) }])

  /// The first column stays; of the others the most important stay, in their own order, however wide the terminal is.
  @Test func aPipeGetsTenColumnsAndWideAllOfThem() {
    let roomy = TerminalTable(Self.table, .init(.width(500), colour: false)).text
    #expect(roomy == TerminalTable(Self.table, .init(.lines, colour: false)).text)
    #expect(Self.table.ofMostImportant.columns.map(\.title).first == "c0")
    #expect(Self.table.ofMostImportant.rows[0].count == TableStyle.mostColumns)
    let piped = TerminalTable(Self.table, .init(.lines, colour: false)).text.split(separator: "\n")
    #expect(
      piped[0].split(separator: " ") == ["c0", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12"])
    #expect(piped.last == "(not shown: c1, c2, c3; --wide shows every column)")
    let wide = TerminalTable(Self.table, .init(.everything, colour: false)).text.split(separator: "\n")
    #expect(wide.count == 2 && wide[0].split(separator: " ").count == 13)
  }

  @Test func theFiguresOfAgreementGoLast() throws {
    for (width, columns) in [
      (
        200,
        [
          "detector", "success rate", "estimates", "coverage", "MAE", "bias", "limits", "within", "P95",
          "median",
        ]
      ),
      (92, ["detector", "success rate", "MAE", "bias", "limits"]),
      (80, ["detector", "success rate", "MAE", "bias"]),
      (66, ["detector", "success rate", "MAE"]), (48, ["detector", "success rate"]),
    ] {
      let text = terminalSummary(ExampleEvaluation.evaluation, .init(.width(width), colour: false))
      let header = try #require(text.split(separator: "\n").first)
      for column in columns { #expect(header.contains(column), "\(column) at \(width)") }
      if columns.count < 6 { #expect(!header.contains("within")) }
    }
  }

  /// Long names are cut inside before the figures go without which the table says nothing.
  @Test func longLabelsLeaveTheFirstFigures() throws {
    let stem = "peak.swasthicare with a camera at 30 frames per second and "
    var example = ExampleComparison.verdicts
    example.detectors = ["times right", "times wrong", "frames 1", "frames 2", "more"].map { stem + $0 }
    let text = terminalSummary(example.evaluation, .init(.width(80), colour: false))
    let lines = text.split(separator: "\n")
    let head = try #require(lines.firstIndex { $0.contains("success rate") })
    #expect(lines[head].contains("MAE"), "\(text)")
    let rows = lines[(head + 2)...].prefix(5)
    #expect(rows.allSatisfy { String($0).displayWidth <= 80 && $0.contains("…") }, "\(rows)")
    #expect(rows.first?.contains("times right  ") == true)
    #expect(Set(rows.map { $0.dropFirst(2).split(separator: "  ")[0] }).count == 5)
  }

  @Test func cutNamesAreTold() {
    func cut(_ names: [String], _ width: Int) -> [String?] {
      let cuts = CutNames(names, to: width)
      return names.map { cuts[$0] }
    }
    #expect(cut(["short", "abcdefghijklmnop"], 9) == ["short", "abcd…mnop"])
    // They differ where the middle is, so another part is kept.
    #expect(cut(["aaaaaaXbbbbbb", "aaaaaaYbbbbbb"], 9) == ["aaaaaaX…b", "aaaaaaY…b"])
    #expect(cut(["aaaaaaaaaXbbbbbbbbb", "aaaaaaaaaYbbbbbbbbb"], 9) == ["aaaa… #1", "aaaa… #2"])
    #expect(cut(["心拍数の検出器です", "b"], 8) == ["心拍…す", "b"])
  }

  @Test func sentencesBreakBetweenWordsAndKeepTheirIndent() {
    let style = TableStyle(.width(20), colour: false)
    #expect(style.prose("  one two three four five six", indent: 4) == "  one two three four\n    five six")
    #expect(style.prose("short") == "short")
    #expect(style.prose("one-word-that-is-far-too-long") == "one-word-that-is-far-too-long")
    let long = String(repeating: "word ", count: 60)
    #expect(TableStyle(.lines, colour: false).prose(long) == long)
  }
}

/// Sentences below the table of a run.
@Suite struct FindingsTests {
  @Test func declaredComparisonsAreASentenceEach() {
    var example = ExampleComparison.verdicts
    example.baseline = "fft"
    let verdicts = ComparisonPage(example.comparison).verdicts
    #expect(verdicts.count == 5)
    #expect(
      verdicts[0].hasPrefix("peak, *wide* against fft: clean: better on common windows by "),
      "\(verdicts[0])")
    #expect(
      verdicts[0].contains(
        " (answers 10.0 percentage points fewer windows); white 0 dB: better on common windows by "))
    #expect(
      verdicts[4]
        == "Shown to be better than all others, on common windows: \"peak, *wide*\".",
      "\(verdicts[4])"
    )
    #expect(verdicts[1].contains("equivalent (") && verdicts[3].contains("both answered no window in common"))
    example.recordings = 3
    #expect(ComparisonPage(example.comparison).verdicts[0].contains("too few subjects (n=3)"))
  }

  @Test func theyStandBelowTheTableWhereTheExperimentDeclaresThem() {
    var example = ExampleComparison.verdicts
    let style = TableStyle(.lines, colour: false)
    let heading =
      "Compared, as the experiment declares:\n  peak, *wide* against fft: clean: better on common windows by "
    #expect(!terminalSummary(example.evaluation, style).contains("Compared"))
    example.baseline = "fft"
    #expect(terminalSummary(example.evaluation, style).contains(heading))
  }

  @Test func whatIsWorthKnowingNamesDetectorsAndScenarios() {
    let text = terminalSummary(ExampleEvaluation.evaluation, .init(.lines, colour: false))
    #expect(
      text.contains(
        "Worth knowing:\n  Quantised rates (nearly all estimates are multiples of one step): fft, \"peak, wide\", silent (clean).\n"
      ),
      "\(text)")
    let note = RunPlan.ScenarioNote(
      label: "far", family: 1, familyLabel: "far", swept: [], steps: [], repeats: 1,
      untouchedDatasets: ["demo"])
    #expect(
      Findings.untouched(note)
        == "damages no channel that is read of demo: the windows of that data set are those of the recordings as they are."
    )
  }
}
