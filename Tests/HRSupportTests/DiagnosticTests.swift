import Testing

@testable import HRSupport

@Suite struct DiagnosticTests {
  @Test func showsTheLineAndTheHint() throws {
    let document = try JSONDocument("{\n\t\"nme\": 1\n}", file: "a/b.json")
    let place = JSONPosition(line: 2, column: 2)
    let problem = document.problem(
      "unknown key \"nme\"", at: place, path: "$.nme", hint: "did you mean \"name\"?")
    #expect(
      problem.rendered == """
        error: unknown key "nme"
          --> a/b.json:2:2  $.nme
          |
        2 |  "nme": 1
          |  ^
          = hint: did you mean "name"?
        """)
  }

  @Test func shortensLongLinesAroundTheCaret() {
    let line = String(repeating: "a", count: 300) + "X" + String(repeating: "b", count: 300)
    let problem = Diagnostic("m", place: .init(file: "f", line: 1, column: 301, excerpt: line))
    let lines = problem.rendered.split(separator: "\n")
    let text = Array(lines[3])
    let caret = Array(lines[4])
    #expect(text.count < 120)
    #expect(caret.last == "^")
    #expect(text[caret.count - 1] == "X")
  }

  @Test func summarisesOnOneLine() {
    let problem = Diagnostic("bad cell", place: .init(file: "a.csv", line: 3, column: 2, path: "R"))
    #expect(problem.summary == "bad cell (a.csv:3:2 R)")
    #expect(Diagnostic("plain").summary == "plain")
  }

  @Test(
    arguments: [
      ("lowCutofHz", "lowCutoffHz"), ("ftt", "fft"), ("FFT", "fft"), ("hopSecnods", "hopSeconds"),
    ] as [(String, String)])
  func suggestsNearNames(_ typed: String, _ meant: String) {
    #expect(suggestion(for: typed, among: ["peak", "fft", "lowCutoffHz", "hopSeconds"]) == meant)
  }

  @Test func suggestsNothingFar() {
    #expect(suggestion(for: "xylophone", among: ["peak", "fft"]) == nil)
    #expect(suggestionHint(for: "xylophone", among: ["peak", "fft"]) == "known here: \"peak\", \"fft\"")
  }
}
