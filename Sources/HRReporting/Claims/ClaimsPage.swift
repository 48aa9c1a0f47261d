package import HREvaluation
internal import HRSupport

/// `hreval claims`: the claims of several runs on one page, made from their stored results.
package struct ClaimsPage: Sendable {
  private let runs: [Evaluation]

  /// - Parameter runs: in the order of the page.
  package init(_ runs: [Evaluation]) {
    self.runs = runs
  }

  package var markdown: String {
    let table = Table(
      columns: [
        .left("claim"), .left("source"), .left("verdict"), .left("figures, with intervals"),
        .left("experiment"),
      ], rows: [])
    var lines = [
      "# Claims on trial",
      "What is said of the published systems, sentence by sentence, held against stored runs. A verdict is of the recordings that are named and of no others. It goes by the whole interval: *holds here* where all of it is as asked, *does not hold here* where none of it is, *cannot be told* where it reaches to both sides or where there are too few subjects for one. Of a claim with several figures the intervals are so wide that all hold together in at least 95 of 100 studies, as far as each keeps its own level. *A minus B* is the mean over subjects (recordings where these are not known) of the difference of their figures. Of a claim that does not hold, the figures that speak against it are shown.",
      "This page is made by `hreval claims`; each experiment's report has the tables behind it.",
    ].joined(separator: "\n\n")
    lines += "\n\n" + table.markdown
    for evaluation in runs {
      for verdict in evaluation.claims {
        let text = ClaimText(verdict: verdict, evaluation: evaluation)
        var figures = text.deciding.map { figure in
          markdownEscaped("\(text.value(of: figure)); asked: \(text.demand(of: figure.condition))")
        }
        let others = verdict.figures.count - figures.count
        if others > 0 {
          figures.append("(\(counted(others, "other figure")) \(others == 1 ? "does" : "do") not decide it)")
        }
        let name = evaluation.plan.name
        let cells = [
          markdownEscaped(verdict.claim.claim), markdownEscaped(verdict.claim.source),
          "**\(ClaimText.words(verdict.word))**", figures.joined(separator: "<br>"),
          "[\(markdownEscaped(name))](\(name.replacing(" ", with: "%20")).json)",
        ]
        lines += "\n| " + cells.joined(separator: " | ") + " |"
      }
    }
    return lines + "\n"
  }

  /// Returns text for the terminal: a sentence per claim, under the name of its run.
  package func terminal(_ style: TableStyle) -> String {
    runs.map { evaluation in
      ([style.bold(evaluation.plan.name.printable)]
        + ClaimsSection(evaluation: evaluation).sentences.map { style.prose("  " + $0, indent: 4) }).joined(
          separator: "\n")
    }.joined(separator: "\n\n")
  }
}
