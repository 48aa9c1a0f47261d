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
      "Published sentences about the systems, compared with stored runs. A verdict is about the named recordings and no others. It depends on the whole interval: *holds here* if all of it is as asked, *does not hold here* if none of it is, *cannot be told* if it includes both, or if there are too few subjects for an interval. If a claim has several figures, their intervals are so wide that all hold together in at least 95 of 100 studies. *A minus B* is the mean over subjects (recordings where these are not known) of the difference of their figures. Errors and answers within a limit are of the windows that were answered; *coverage* is their share of the windows with a reference. For a claim that does not hold, the figures against it are shown.",
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
          "**\(ClaimText.words(verdict.word))**\(text.coverage)", figures.joined(separator: "<br>"),
          markdownCode(name),
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
