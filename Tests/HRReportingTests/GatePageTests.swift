import HRTestSupport
import HRStatistics
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

@Suite struct GatePageTests {
  private static let before = ExampleComparison(
    detectors: ["fft", "peak, *wide* <b>", "jumpy"], errors: [(1.5, 0.5, 1), (1, 0.5, 0.9), (8, 8, 1)])

  private static let usual = Baseline(before.evaluation)

  private static func gate(_ now: ExampleComparison, _ before: ExampleComparison? = nil) throws -> Gate {
    try Gate(
      now.evaluation, against: before.map { Baseline($0.evaluation) } ?? usual, file: "base.json")
  }

  /// The first detector regressed in one group; for the last, the gate cannot tell.
  private static let mixed = Result {
    var now = before
    now.draw = 3
    now.more = 1
    return try gate(now)
  }

  private static func unclear() throws -> Gate {
    var (few, now) = (before, before)
    few.recordings = 3
    now.recordings = 3
    now.draw = 1
    now.seed = 8
    return try gate(now, few)
  }

  @Test func theExampleHasEveryDecision() throws {
    let decisions = try Self.mixed.get().rows.map(\.decision)
    #expect(Set(decisions) == [.held, .regressed, .cannotTell], "\(decisions)")
  }

  @Test func markdown() throws {
    try expectGolden(GatePage(Self.mixed.get()).markdown, "gate.md")
    try expectGolden(GatePage(Self.unclear()).markdown, "gate-unclear.md")
  }

  @Test(arguments: [(140, false), (100, true), (60, false)])
  func terminal(_ width: Int, _ colour: Bool) throws {
    let text = GatePage(try Self.mixed.get()).terminal(.init(.width(width), colour: colour))
    try expectGolden(text + "\n", "gate-\(width)\(colour ? "-colour" : "").txt")
  }

  @Test func theVerdictIsBesideTheDetector() throws {
    let page = GatePage(try Self.mixed.get())
    let table = try #require(
      page.blocks.compactMap { block in if case .table(let table) = block { table } else { nil } }.first)
    #expect(table.columns.prefix(3).map(\.title) == ["scenario", "detector", "gate"])
    #expect(table.rows.contains { $0[2] == .verdict("REGRESSED", .bad) })
    let html = try #require(page.files.first { $0.path == "gate.html" }).text
    #expect(html.contains("<td><strong class=\"verdict bad\">REGRESSED</strong></td>"))
    #expect(page.markdown.contains(" | **REGRESSED** "))
  }

  /// However narrow the terminal is, and however long the names are.
  @Test(arguments: [60, 80, 100])
  func theVerdictIsNeverCut(_ width: Int) throws {
    var long = Self.before
    long.detectors = long.detectors.map { "a very long label of a detector that goes on and on \($0)" }
    var now = long
    now.draw = 3
    now.more = 1
    let lines = GatePage(try Self.gate(now, long)).terminal(.init(.width(width), colour: false))
      .split(separator: "\n")
    #expect(lines[0].hasPrefix("scenario") && lines[0].contains("gate"))
    #expect(lines[1...6].contains { $0.contains("REGRESSED") })
    #expect(lines.prefix(7).allSatisfy { String($0).displayWidth <= width }, "\(lines.prefix(7))")
    #expect(Set(lines[1...3].map { $0.split(separator: "  ")[1] }).count == 3, "\(lines[1...3])")
  }

  @Test func whereItComesFromAndWhatChangedIsSaid() throws {
    var baseline = Self.usual
    baseline.origin = .init(
      made: "2026-11-20T02:00:00Z", commit: "1eb7bb18c0de99", hasUncommittedChanges: false)
    var now = Self.before
    now.draw = 3
    now.more = 1
    let gate = try Gate(now.evaluation, against: baseline, file: "base.json")
    let sentence = "Baseline: nightly <1> & \"2\", made 2026-11-20 by hreval 0.1.0, commit 1eb7bb18c0de"
    let same = GatePage(gate, origin: baseline.origin)
    #expect(same.findings(.init(.lines, colour: false)).contains("\n\(sentence)\n"))
    #expect(
      same.markdown.contains(
        "Nothing that hreval knows of changed in what the baseline has: its version, detectors with their parameters and programs, seed, data files and descriptors."
      ))
    let later = GatePage(
      gate, origin: .init(made: "2026-11-21T02:00:00Z", commit: "ff", hasUncommittedChanges: true))
    let change = "hreval 0.1.0, commit 1eb7bb18c0de → hreval 0.1.0, commit ff with uncommitted changes"
    #expect(later.markdown.contains("## What changed since the baseline\n\n- \(change)\n"))
    #expect(later.findings(.init(.lines, colour: false)).contains("\nsince the baseline: \(change)\n"))
    baseline.origin = .init(made: "2026-11-20T02:00:00Z", commit: "ff", hasUncommittedChanges: true)
    let unsure = try Gate(now.evaluation, against: baseline, file: "base.json")
    #expect(
      GatePage(unsure, origin: baseline.origin).markdown.contains(
        "- hreval 0.1.0, commit ff with uncommitted changes, then and now, so that the sources may differ"))
    #expect(
      GatePage(try Self.mixed.get()).markdown.contains(
        "made by hreval 0.1.0; it does not say when, and of which commit"))
  }

  @Test func rowsAndWindowsLinkToTheRunsPageWhereThereIsOne() throws {
    let gate = try Self.mixed.get()
    let page = GatePage(gate, hasPage: true)
    #expect(page.markdown.contains(". The run: [report.html](report.html).\n"))
    #expect(page.markdown.contains("; [its recordings](report.html#recordings&s=0&d=0)\n"))
    #expect(page.markdown.contains("](report.html#window&s=0&d=0&r="))
    let html = try #require(page.files.first { $0.path == "gate.html" }).text
    #expect(html.contains("<a href=\"report.html#recordings&amp;s=0&amp;d=0\">its recordings</a>"))
    #expect(html.contains("<a href=\"report.html#window&amp;s=0&amp;d=0&amp;r="))
    // The second repeat of a window is another window.
    #expect(page.markdown.contains(", repeat 2](report.html#window&s=1&d=0&r="))
    #expect(page.markdown.contains("&n=1) |"))
    let bare = GatePage(gate)
    #expect(!bare.markdown.contains("](report.html"))
    #expect(
      bare.markdown.contains("The run has no page to link to; `hreval report RUN --format html` writes it"))
  }

  @Test func silencedWindowsAreCounted() throws {
    var now = Self.before
    now.errors[0].coverage = 0.7
    let page = GatePage(try Self.gate(now))
    #expect(page.markdown.contains("36 windows answered before have no answer now."))
    #expect(
      page.findings(.init(.width(80), colour: false)).contains(
        "\n  36 windows answered before have no answer now\n"))
  }

  @Test func junit() throws {
    let text = JUnitXML(gate: try Self.mixed.get()).text
    try expectGolden(text, "junit.xml")
    let xml = XMLReading(text)
    #expect(xml.problem == nil)
    #expect(
      xml.count("testcase") == 6 && xml.count("failure") == 2 && xml.count("testsuite") == 1)
  }

  @Test func whateverIsInANameTheFileIsWellFormed() throws {
    var odd = Self.before
    odd.detectors = ["<&>\"'", "tab\tline\nbell\u{7}nul\u{0}", "ü \u{1F600} ]]> \u{FFFE}"]
    var now = odd
    now.more = 3
    let text = JUnitXML(gate: try Self.gate(now, odd)).text
    let xml = XMLReading(text)
    #expect(xml.problem == nil, "\(text)")
    #expect(xml.count("testcase") == 6)
    #expect(
      text.contains("name=\"&lt;&amp;&gt;&quot;'\"") || text.contains("name=\"&lt;&amp;&gt;&quot;&#39;\""))
  }

  @Test func aRunThatHoldsSaysSo() throws {
    let page = GatePage(try Self.gate(Self.before))
    #expect(
      page.markdown.contains(
        "**The gate holds: all 6 rows are shown not to be worse than the baseline by 0.5 bpm or more.**"))
    #expect(page.terminal(.init(.width(100), colour: false)).hasSuffix("by 0.5 bpm or more."))
    #expect(page.files.map(\.path) == ["gate.md", "junit.xml", "gate.html"])
  }

  @Test func oneRowIsOneRow() throws {
    var one = ExampleComparison(detectors: ["fft"], errors: [(1.5, 0.5, 1)])
    one.recordings = 1
    var now = one
    now.draw = 1
    now.seed = 8
    let text = GatePage(try Self.gate(now, one)).terminal(.init(.width(100), colour: false))
    #expect(
      text.contains("The gate cannot tell: in 1 of 2 rows a regression is neither shown nor ruled out."))
    #expect(text.contains("too few subjects (or recordings): 1, and 5 are needed"), "\(text)")
  }
}
