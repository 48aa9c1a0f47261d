internal import HREvaluation
internal import HRRunning

/// The first screen of a run's page: the question, the answer, the errors with their uncertainty, and the findings
/// about the data.
struct PageHead {
  let page: RunPage
  /// The rows that the page shows.
  let leading: LeadingRows

  private var plan: RunPlan { page.plan }
  private var evaluation: Evaluation { page.evaluation }
  private var shown: Evaluation { leading.alone }

  var html: String {
    let title = plan.question ?? plan.name
    let description =
      plan.description.map { "<p class=\"small faint\">\(Prose(description: $0).html)</p>" } ?? ""
    return """
      <section aria-labelledby="answer">
      \(live)<p class="faint small">\(facts)</p>
      <h1 id="answer">\(HTMLText.escaped(title))</h1>
      \(description)
      <div class="answer">\(sentences)</div>\(pooled)
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
    let flow = evaluation.flow
    let used = flow.used.count
    return [
      plan.name,
      used == flow.offered
        ? counted(used, "recording") : "\(grouped(used)) of \(counted(flow.offered, "recording"))",
      counted(plan.scenarios.count, "scenario"),
      counted(plan.detectors.count, "detector"), plan.windowsDescribed,
    ].map(HTMLText.escaped).joined(separator: " · ")
  }

  private var sentences: String {
    page.document.answer.map { "<p>\(HTMLText.escaped($0))</p>" }.joined()
  }

  private var pooled: String {
    PooledDatasets(evaluation).map { "\n<p class=\"small faint\">\(HTMLText.escaped($0.sentence))</p>" } ?? ""
  }

  /// Maximum number of rows shown at first. Of more, the best are on the first screen, and all of them are folded
  /// away.
  private static let mostRows = 16
  private static let firstRows = 12

  /// The dot plot of each scenario, the chosen one shown.
  private var plots: String {
    leading.scenarios.map { scenario in
      let count = shown.rows(ofScenario: scenario).count
      let all = evaluation.rows(ofScenario: scenario).count
      let isLong = count > Self.mostRows
      let title = count < all ? "\(count) of \(all) detectors" : "All \(count) detectors"
      let rest =
        isLong
        ? "<details><summary>\(title)</summary>\(plot(scenario, mostRows: nil))</details>" : ""
      return part(
        scenario, " data-scenario=\"\(scenario)\"",
        plot(scenario, mostRows: isLong ? Self.firstRows : nil) + leading.note(ofScenario: scenario) + rest)
    }.joined(separator: "\n") + leading.absence
  }

  private func plot(_ scenario: Int, mostRows: Int?) -> String {
    // The instructions for reading are given once, for the whole figure.
    let caption =
      mostRows == nil
      ? nil : ErrorFigures(scenario, of: shown, page.document.figures.styles, mostRows: nil).dots?.caption
    return ErrorFigures(scenario, of: shown, page.document.figures.styles, mostRows: mostRows).dots.map {
      plot in
      "<figure>\(plot.inline)<figcaption>\(HTMLText.escaped(caption ?? plot.caption))</figcaption></figure>"
    } ?? ""
  }

  private func part(_ scenario: Int, _ attributes: String, _ html: String) -> String {
    "<div data-part=\"\(scenario)\"\(attributes)\(scenario == 0 ? "" : " hidden")>\(html)</div>"
  }

  /// Verdicts on limits of agreement, then on detectors against each other.
  private var verdicts: String {
    leading.scenarios.map { scenario in
      let label = plan.scenarios[scenario].label
      let list =
        evaluation.declaredComparison.map { VerdictList(comparison: $0, scenario: label).html } ?? ""
      return part(scenario, "", AcceptableText(evaluation: evaluation).box(ofScenario: scenario) + list)
    }.joined(separator: "\n")
  }
}
