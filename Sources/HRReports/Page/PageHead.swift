internal import HREvaluation
internal import HRPages
internal import HRResults

/// The first screen of a run's page: the question, the answer, how far off and how sure, and whether the data can be
/// trusted.
struct PageHead {
  let page: RunPage

  private var plan: RunPlan { page.plan }
  private var evaluation: Evaluation { page.evaluation }

  var html: String {
    let title = plan.question ?? plan.name
    let description = plan.description.map { "<p class=\"small faint\">\(HTMLText.escaped($0))</p>" } ?? ""
    return """
      <section aria-labelledby="answer">
      \(live)<p class="faint small">\(facts)</p>
      <h1 id="answer">\(HTMLText.escaped(title))</h1>
      \(description)
      <div class="answer">\(sentences)</div>
      <div class="first"><div>\(plots)</div><div>\(FindingsBox(evaluation: evaluation).html)\(verdicts)</div></div>
      </section>
      """
  }

  private var live: String {
    guard let progress = page.progress else { return "" }
    let state =
      progress.reloadSeconds.map { "The run goes on; this page loads itself again every \($0) seconds." }
      ?? "The run was interrupted."
    return
      "<p class=\"box warn\" role=\"status\"><strong>\(grouped(progress.finishedUnits)) of \(grouped(progress.units)) units are finished.</strong> \(state) Figures are of these units.</p>\n"
  }

  private var facts: String {
    let used = evaluation.recordings.count { $0.failure == nil }
    return
      ([plan.name, counted(used, "recording")]
      + [
        counted(plan.scenarios.count, "scenario"), counted(plan.detectors.count, "detector"),
        plan.windowsDescribed,
      ]).map(HTMLText.escaped).joined(separator: " · ")
  }

  private var sentences: String {
    (AnswerText(evaluation: evaluation).sentences + acceptable)
      .map { "<p>\(HTMLText.escaped($0))</p>" }.joined()
  }

  /// Only of limits that are declared.
  private var acceptable: [String] {
    let text = AcceptableText(evaluation: evaluation)
    return text.heading.map { [([$0] + text.sentences).joined(separator: " ")] } ?? []
  }

  /// The dot plot of each scenario, the chosen one shown.
  private var plots: String {
    page.document.figures.error.enumerated().map { scenario, entry in
      let figure = entry.map { entry in
        "<figure>\(entry.figure.inline)<figcaption>\(HTMLText.escaped(entry.figure.caption))</figcaption></figure>"
      }
      return
        "<div data-part=\"\(scenario)\" data-scenario=\"\(scenario)\"\(scenario == 0 ? "" : " hidden")>\(figure ?? "")</div>"
    }.joined(separator: "\n")
  }

  private var verdicts: String {
    guard let comparison = evaluation.declaredComparison else { return "" }
    return plan.scenarios.enumerated().map { scenario, note in
      "<div data-part=\"\(scenario)\"\(scenario == 0 ? "" : " hidden")>\(VerdictList(comparison: comparison, scenario: note.label).html)</div>"
    }.joined(separator: "\n")
  }
}
