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
