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
