internal import HREvaluation
internal import HRPages
internal import HRResults
internal import HRStatistics

/// `report.html`: the run as a page that answers at first sight, and leads an expert down to one window.
struct RunPage {
  let evaluation: Evaluation
  /// When, where and how the run was made; `nil` where that is not known.
  let provenance: RunProvenance?
  /// Seconds after which the page loads itself again; `nil` for a run that is finished.
  var reloadSeconds: Int?

  var text: String {
    let units = PageUnits(evaluation, first: [])
    var shell = PageShell(title: "\(plan.name) – hreval", body: body(units))
    shell.controls = controls
    shell.sections = sections
    shell.rules = ""
    shell.data = PageData(evaluation: evaluation, units: units).json
    shell.script = .run
    shell.reloadSeconds = reloadSeconds
    return shell.text
  }

  private var plan: RunPlan { evaluation.plan }

  private var sections: [(name: String, id: String)] {
    [
      ("Answer", "answer"), ("Leaderboard", "leaderboard"), ("Recordings", "recordings"),
      ("Over time", "rates"),
      ("Window", "window"), ("Methods", "methods"), ("Provenance", "provenance"),
    ]
  }

  private var controls: String {
    func options(_ labels: [String]) -> String {
      labels.enumerated().map { "<option value=\"\($0)\">\(HTMLText.escaped($1))</option>" }.joined()
    }
    return
      "<label class=\"pick needs-script\">Scenario <select id=\"scenario\">\(options(plan.scenarios.map(\.label)))</select></label>"
      + "<label class=\"pick needs-script\">Detector <select id=\"detector\">\(options(plan.detectors.map(\.label)))</select></label>"
  }

  private func body(_ units: PageUnits) -> String {
    [
      head,
      section("leaderboard", "Leaderboard", Leaderboard(evaluation: evaluation).html),
      recordings, rates(units),
    ].joined(separator: "\n")
  }

  private func section(_ id: String, _ title: String, _ content: String) -> String {
    "<section aria-labelledby=\"\(id)\"><h2 id=\"\(id)\">\(title)</h2>\n\(content)\n</section>"
  }

  private var head: String {
    let used = evaluation.recordings.count { $0.failure == nil }
    let facts = [
      counted(used, "recording"), counted(plan.scenarios.count, "scenario"),
      counted(plan.detectors.count, "detector"),
      plan.windowsDescribed,
    ].joined(separator: " · ")
    let sentences = AnswerText(evaluation: evaluation).sentences.map { "<p>\(HTMLText.escaped($0))</p>" }
      .joined()
    return """
      <section aria-labelledby="answer">
      <p class="faint small">\(HTMLText.escaped(plan.name)) · \(HTMLText.escaped(facts))</p>
      <h1 id="answer">\(HTMLText.escaped(plan.description ?? plan.name))</h1>
      <div class="answer">\(sentences)</div>
      </section>
      """
  }

  private var recordings: String {
    section(
      "recordings", "Recordings and detectors",
      """
      <p id="breaking" class="answer needs-script" role="status"></p>
      <p>Mean absolute error (bpm) of each detector on each recording, largest of the chosen detector first. A cell leads to the recording.</p>
      <div id="heat" class="scroll tall needs-script" tabindex="0" role="region" aria-label="Recordings and detectors"></div>
      """)
  }

  private func rates(_ units: PageUnits) -> String {
    let note =
      units.isAll
      ? ""
      : "<p class=\"small faint\">The page holds \(grouped(units.chosen.count)) of \(grouped(units.available)) series of windows, the worst, best and median recording of every row first; windows.csv has all. Rates are rounded to 0.01 bpm here.</p>"
    return section(
      "rates", "Rate over time",
      """
      <p>Reference and readings of the chosen detector's worst, median and best recording. A click leads to a window.</p>
      <div id="landmarks" class="needs-script"></div>
      <div id="chosen-recording" class="needs-script" tabindex="-1"></div>
      \(note)
      """)
      + section("window", "One window", "<div id=\"window-body\" class=\"needs-script\"></div>")
  }
}
