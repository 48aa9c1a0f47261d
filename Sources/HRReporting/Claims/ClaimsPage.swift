package import HREvaluation
internal import HRRunning
internal import HRSupport

/// `hreval claims`: the claims of several runs on one page, made from their stored results.
package struct ClaimsPage: Sendable {
  private let entries: [Entry]
  /// Names of the runs, in the order of the page.
  private let names: [String]
  /// Sentences on the recordings that the runs leave out.
  private let exclusions: [String]

  private struct Entry: Sendable {
    let run: Int
    let text: ClaimText
    /// The verdict at the level of all claims of the page.
    let together: ClaimVerdict

    var isDecided: Bool { text.verdict.isDecided }
    var remains: Bool { isDecided && together.word == text.verdict.word }

    /// Addition to a verdict: what becomes of it with all claims together.
    var place: String {
      guard isDecided else { return "" }
      return remains ? "remains" : ClaimText.words(together.word)
    }
  }

  /// - Parameter runs: in the order of the page.
  package init(_ runs: [Evaluation]) {
    names = runs.map(\.plan.name)
    exclusions = runs.compactMap { run in
      FlowText(flow: run.flow).exclusion.map { "In \(run.plan.name) \($0)" }
    }
    let count = runs.reduce(0) { $0 + $1.claims.count }
    entries = runs.enumerated().flatMap { index, run in
      zip(run.claims, run.claims(inFamilyOf: count)).map {
        Entry(run: index, text: ClaimText(verdict: $0, evaluation: run), together: $1)
      }
    }
  }

  /// Sentence on all verdicts of the page together.
  var family: String {
    let decided = entries.filter(\.isDecided)
    let expected = fixed(0.05 * Double(entries.count), decimals: 1)
    return
      "By itself a verdict is wrong in at most 5 of 100 studies, as far as its intervals are right, so up to \(expected) of \(counted(entries.count, "such verdict")) would be wrong on average. If all are to be right together in at least 95 of 100 studies (Bonferroni), \(decided.count { $0.remains }) of the \(decided.count) verdicts *holds here* and *does not hold here* remain."
  }

  package var markdown: String {
    var parts = [
      "# Claims on trial",
      "Sentences about the systems, published and our own, compared with stored runs. A verdict is about the named recordings and no others. It depends on the whole interval: *holds here* if all of it is as asked, *does not hold here* if none of it is, *cannot be told* if it includes both, or if there are too few subjects for an interval. If a claim has several figures, their intervals are so wide that all hold together in at least 95 of 100 studies. *A minus B* is the mean over subjects (recordings where these are not known) of the difference of their figures. Errors and answers within a limit are of the windows that were answered; *coverage* is their share of the windows with a reference. For a claim that does not hold, the figures against it are shown.",
      family + " *All together* says what becomes of a verdict then.",
      (["This page is made by `hreval claims`; each experiment's report has the tables behind it."]
        + exclusions.map(markdownEscaped)).joined(separator: " "),
    ]
    let kinds: [Claim.Kind?] = Claim.Kind.allCases + [nil]
    for kind in kinds {
      let mine = entries.filter { $0.text.verdict.claim.kind == kind }
      guard !mine.isEmpty else { continue }
      parts.append("## \(Self.title(kind))")
      parts.append(Self.table(mine))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func title(_ kind: Claim.Kind?) -> String {
    switch kind {
    case .quoted: "What the sources say"
    case .presumed: "What the sources do not say, but presume"
    case .other: "Neither: common advice, and questions of our own"
    case nil: "Claims of which the experiment does not say whether the source says so"
    }
  }

  private static func table(_ entries: [Entry]) -> String {
    let heading = Table(
      columns: [
        .left("claim"), .left("source"), .left("verdict"), .left("all together"),
        .left("figures, with intervals"), .left("experiment"),
      ], rows: [])
    let rows = entries.map { entry in
      let (text, verdict) = (entry.text, entry.text.verdict)
      var figures = text.deciding.map { figure in
        markdownEscaped("\(text.value(of: figure)); asked: \(figure.condition.asked)")
      }
      let others = verdict.figures.count - figures.count
      if others > 0 {
        figures.append("(\(counted(others, "other figure")) \(others == 1 ? "does" : "do") not decide it)")
      }
      let cells = [
        markdownEscaped(verdict.claim.claim), markdownEscaped(verdict.claim.source),
        "**\(ClaimText.words(verdict.word))**\(text.coverage)", entry.place,
        figures.joined(separator: "<br>"),
        markdownCode(text.evaluation.plan.name),
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }
    return ([heading.markdown] + rows).joined(separator: "\n")
  }

  /// Returns text for the terminal: a sentence per claim, under the name of its run, and one on all of them.
  package func terminal(_ style: TableStyle) -> String {
    let runs = names.enumerated().map { index, name in
      let sentences = entries.filter { $0.run == index }.map { entry in
        entry.text.sentence
          + (entry.isDecided ? " Together with all claims of the page: \(entry.place)." : "")
      }
      return ([style.bold(name.printable)] + sentences.map { style.prose("  " + $0, indent: 4) })
        .joined(separator: "\n")
    }
    let last = [family.replacing("*", with: "")] + exclusions
    return (runs + last.map { style.prose($0, indent: 0) }).joined(separator: "\n\n")
  }
}
