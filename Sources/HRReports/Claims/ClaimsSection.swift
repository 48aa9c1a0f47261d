internal import HREvaluation

/// What a run says of the claims that its experiment puts on trial; nothing where it has none.
struct ClaimsSection {
  let evaluation: Evaluation

  private var texts: [(verdict: ClaimVerdict, text: ClaimText)] {
    evaluation.claims.map { ($0, ClaimText($0, of: evaluation)) }
  }

  /// For the terminal.
  var sentences: [String] { texts.map(\.text.sentence) }

  /// For the report.
  var parts: [String] {
    let texts = texts
    guard !texts.isEmpty else { return [] }
    return [
      "## Claims",
      "What is said of these systems, held against the figures of this run. A verdict is of these recordings and of no others; it goes by the whole interval, never by the figure alone.",
    ]
      + texts.flatMap { verdict, text in
        [
          "**\(text.title)**: \(markdownEscaped(verdict.claim.claim)) (\(markdownEscaped(verdict.claim.source)))",
          verdict.figures.map { "- \(markdownEscaped(text.line($0)))" }.joined(separator: "\n")
            + "\n\nIn brackets: \(text.levelText).",
        ]
      }
  }
}
