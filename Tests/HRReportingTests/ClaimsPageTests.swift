import HREvaluation
import HRSupport
import Testing

@testable import HRRunning
@testable import HRReporting

@Suite struct ClaimsPageTests {
  private let page = ClaimsPage([ExampleEvaluation.evaluation])

  @Test func markdown() throws {
    try expectGolden(page.markdown, "claims.md")
  }

  @Test func terminal() throws {
    try expectGolden(page.terminal(TableStyle(.width(100), colour: false)), "claims-100.txt")
  }

  @Test func recordingsThatARunLeavesOutAreNamed() {
    var plan = ExampleEvaluation.plan
    plan.excluded = [.init(dataset: 0, id: "left_out", reason: .exclude)]
    let page = ClaimsPage([Evaluation(plan: plan, results: ExampleEvaluation.results)])
    let sentence = "by \"exclude\": \(plan.name(of: plan.excluded[0]))."
    #expect(page.markdown.contains(markdownEscaped(sentence)), "\(page.markdown)")
    #expect(page.terminal(TableStyle(.lines, colour: false)).contains(sentence))
  }

  /// Names of figures and labels are foreign words: no cell may break the table.
  @Test func everyLineOfATableHasSixCells() {
    let rows = page.markdown.split(separator: "\n").filter { $0.hasPrefix("|") }
    // A table for each kind of claim.
    #expect(rows.count == 2 * 3 + ExampleEvaluation.plan.claims.count)
    for row in rows {
      #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 7, "\(row)")
    }
  }
}
