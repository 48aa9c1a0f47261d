internal import HREvaluation

/// Section of a run's report on the claims of its experiment; empty if there are none.
struct ClaimsSection {
  let evaluation: Evaluation

  private var texts: [(verdict: ClaimVerdict, text: ClaimText)] {
    evaluation.claims.map { ($0, ClaimText($0, of: evaluation)) }
  }

  /// Sentences for the terminal.
  var sentences: [String] { texts.map(\.text.sentence) }

  /// A line for each claim: the claim, the verdict, and the figures that decide it.
  var verdicts: [Prose] {
    texts.map { verdict, text in
      "**\(text.title)**: \(verdict.claim.claim) (\(verdict.claim.source)): \(text.deciding.map(text.line).joined(separator: "; "))."
    }
  }

  /// Blocks for the whole document.
  var blocks: [Block] {
    let texts = texts
    guard !texts.isEmpty else { return [] }
    return [
      .heading(2, "Claims"),
      .paragraph(
        "What is said of these systems, held against the figures of this run. A verdict is of these recordings and of no others; it goes by the whole interval, never by the figure alone."
      ),
    ]
      + texts.flatMap { verdict, text -> [Block] in
        [
          .paragraph("**\(text.title)**: \(verdict.claim.claim) (\(verdict.claim.source))"),
          .sentences(verdict.figures.map(text.line)), .paragraph("In brackets: \(text.levelText)."),
        ]
      }
  }
}
