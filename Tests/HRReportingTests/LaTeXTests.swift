import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

@Suite struct LaTeXTests {
  @Test(arguments: [
    ("a_b & 5 % of $x$ #1", "a\\_b \\& 5 \\% of \\$x\\$ \\#1"),
    ("\\input{x}", "\\textbackslash{}input\\{x\\}"),
    (
      "~^<>|\"'`",
      "\\textasciitilde{}\\textasciicircum{}\\textless{}\\textgreater{}\\textbar{}\\textquotedbl{}\\textquotesingle{}\\textasciigrave{}"
    ),
    ("a--b", "a-{}-b"), ("[x]", "{[}x{]}"), ("±5 − é", "\\ensuremath{\\pm}5 \\ensuremath{-} é"),
    ("中", "\\hrevalchar{4E2D}"), ("x\ny", "x\\textbackslash{}u\\{a\\}y"),
  ])
  func textIsInert(_ text: String, _ expected: String) { #expect(LaTeXText.escaped(text) == expected) }

  @Test func aTableHasAColumnForNumbersAndOneForTheirIntervals() {
    let table = Table(
      columns: [.left("detector"), .init("MAE", unit: "bpm"), .init("windows"), .init("limits")],
      rows: [
        [
          .text("a & b"), .estimate(0.78, low: 0.49, high: 1.15, decimals: 2), .count(1252),
          .interval(low: -1, high: 2.5, decimals: 1),
        ],
        [.text("c"), .bare(-12.5, decimals: 2, reason: "n=3"), .missing("none"), .missing("")],
      ])
    let text = LaTeXTable(table: table, caption: "A & B", label: "tab:x").text
    #expect(text.contains("\\begin{tabular}{l S[table-format=-2.2] @{\\,}l S[table-format=4] r}"))
    #expect(text.contains("{detector} & \\multicolumn{2}{c}{MAE (bpm)} & {windows} & {limits} \\\\"))
    #expect(text.contains("{a \\& b} & 0.78 & {[}0.49, 1.15{]} & 1252 & {$-1.0$ to $2.5$} \\\\"))
    #expect(text.contains("{c} & -12.50 & (n=3) & {none} & {--} \\\\"))
    #expect(text.contains("\\caption{A \\& B}\\label{tab:x}"))
  }

  @Test(arguments: [
    ("M1 2L3.5 -4Z", "\n(1,2)--(3.5,-4)--cycle"), ("M1 2H5v3h-4", "\n(1,2)--(5,2)--(5,5)--(1,5)"),
    ("M1 2V5l2.3-2.3l-1 2z", "\n(1,2)--(1,5)--(3.3,2.7)--(2.3,4.7)--cycle"),
    ("M1 2h0M3 4h0", "\n(1,2)--cycle\n(3,4)--cycle"),
    ("M1 2a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0z", "\n(1,2) (2.8,2) circle[radius=1.8pt]"),
    ("M1 2A4.2 4.2 0 1 1 9.4 2A4.2 4.2 0 1 1 1 2Z", "\n(1,2) (5.2,2) circle[radius=4.2pt]"),
  ])
  func aPathIsTheSame(_ path: String, _ expected: String) { #expect(TikZText.path(path) == expected) }

  /// Every style and colour that a figure names is defined in its file, and every text of the SVG is in it.
  @Test func aFigureIsThatOfTheSVG() throws {
    let evaluation = ExampleEvaluation.evaluation
    let figures = RunFigures(evaluation)
    for drawing in figures.all.map(\.figure) {
      let text = TikZText(sketch: drawing.sketch, caption: drawing.caption, label: "fig:x").text
      for style in text.matches(of: /[\[ ]hreval ([A-Za-z0-9]+)[,\]]/) {
        #expect(text.contains("\\tikzset{hreval \(style.1)/.style="), "\(style.1)")
      }
      for colour in text.matches(of: /=(hreval-[a-z0-9]+)/) {
        #expect(text.contains("\\definecolor{\(colour.1)}{HTML}"), "\(colour.1)")
      }
      for case .text(_, let words, _, _, _, _, _) in drawing.sketch.marks where !words.isEmpty {
        #expect(text.contains("\(LaTeXText.escaped(words))};"), "\(words)")
      }
      #expect(text.contains("\\caption{\(LaTeXText.escaped(drawing.caption))}\\label{fig:x}"))
      #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count < 50_000 } && !text.contains("\n\n"))
    }
  }

  @Test func everyFileThatIsIncludedIsWritten() {
    let evaluation = ExampleEvaluation.evaluation
    let files = LaTeXReport(evaluation: evaluation, figures: RunFigures(evaluation)).files
    let document = files.last?.text ?? ""
    #expect(files.last?.path == "report.tex")
    for file in files.dropLast() {
      #expect(document.contains("\\input{\(file.path)}"))
      #expect(OwnedFiles.isFigureOfRun(String(file.path.dropFirst("figures/".count))), "\(file.path)")
      #expect(OwnedFiles.isFigure(file.text))
      // Braces that are not part of a name are balanced.
      let plain = file.text.replacing("\\{", with: "").replacing("\\}", with: "")
      #expect(plain.count { $0 == "{" } == plain.count { $0 == "}" }, "\(file.path)")
    }
  }
}
