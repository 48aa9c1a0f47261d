import HRSupport
import Testing

@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("\u{1B}[31m", "\\u{1b}[31m"), ("a\nb\r\tc\0", "a\\u{a}b\\u{d}\\u{9}c\\u{0}"), ("\r\n", "\\u{d}\\u{a}"),
    ("\u{7F}\u{9B}2J", "\\u{7f}\\u{9b}2J"), ("abc\u{202E}gpj.exe", "abc\\u{202e}gpj.exe"),
    (
      "\u{061C}\u{200E}\u{200F}\u{202A}\u{2066}\u{2069}",
      "\\u{61c}\\u{200e}\\u{200f}\\u{202a}\\u{2066}\\u{2069}"
    ),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{200B}\u{2060}\u{FEFF}", "\\u{200b}\\u{2060}\\u{feff}"),
    ("\u{E0041}\u{E007F}", "\\u{e0041}\\u{e007f}"),
    ("\u{FFFE}\u{FFFF}\u{1FFFF}", "\\u{fffe}\\u{ffff}\\u{1ffff}"),
  ])
  func showsWhatSteers(_ text: String, _ shown: String) {
    #expect(text.printable == shown)
    #expect(shown.printable == shown)
    #expect(text.terminalSafe.replacing("\n", with: "\\u{a}") == shown)
  }

  @Test(arguments: [
    "subject_04", "größe", "脈拍", "נבדק", "مريض", "👩‍⚕️", "می‌خواهم", "é", "a\u{301}", "\\u{1b}", "−5 dB",
  ])
  func leavesScriptsAlone(_ text: String) {
    #expect(text.printable == text)
    #expect(text.terminalSafe == text)
  }

  @Test func terminalsGetLinesAndOwnColoursOnly() {
    let own = "\u{1B}[1mname\u{1B}[0m\n\u{1B}[2m–\u{1B}[0m\n"
    #expect(own.terminalSafe == own)
    #expect("\u{1B}[1;31mx\u{1B}]0;title\u{7}\r".terminalSafe == "\\u{1b}[1;31mx\\u{1b}]0;title\\u{7}\\u{d}")
  }

  @Test func jsonKeepsEveryCharacter() throws {
    let text = "\"\\\u{1B}\n\u{7F}\u{9B}\u{202E}\u{2028}\u{FEFF}\u{FFFF}\u{E0041}é脈👩‍⚕️"
    let written = JSONText.quoted(text)
    #expect(written.steering.isEmpty)
    #expect(written.contains("\\u202e") && written.contains("\\udb40\\udc41"))
    #expect(try JSONDocument(written, file: "").root.string == text)
  }

  @Test func aNameForgesNoLineOfADiagnostic() {
    let name = "x\"\n  = hint: run rm -rf\n\u{1B}[2J"
    var problem = Diagnostic(
      "unknown key \"\(name)\"", details: [name],
      place: .init(file: name, line: 1, column: 9, path: name, excerpt: "\"a\": \"\(name)\""), hint: name)
    problem.message += name
    let lines = problem.rendered.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 7)
    #expect(lines.joined().steering.isEmpty)
    #expect(lines.count { $0.contains("= hint: ") && $0.hasPrefix("  = ") } == 1)
    #expect(problem.summary.steering.isEmpty)
  }

  @Test func theCaretKeepsItsPlaceBehindWhatIsShownLonger() throws {
    let problem = Diagnostic("m", place: .init(file: "f", line: 1, column: 3, excerpt: "\u{7}\u{202E}X"))
    let lines = problem.rendered.split(separator: "\n").map(Array.init)
    let caret = try #require(lines[4].firstIndex(of: "^"))
    #expect(lines[3][caret] == "X")
  }
}

extension String {
  fileprivate var steering: [Unicode.Scalar] { unicodeScalars.filter(\.steersReaders) }
}
