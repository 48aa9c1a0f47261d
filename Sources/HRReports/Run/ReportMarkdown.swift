internal import HREvaluation

/// `report.md`: the run as a person reads it.
struct ReportMarkdown {
  private let evaluation: Evaluation
  private let figures: RunFigures
  /// What the experiment declares to be compared; `nil` where it declares nothing.
  private let comparison: ComparisonPage?

  init(_ evaluation: Evaluation, figures: RunFigures, comparison: ComparisonPage?) {
    self.evaluation = evaluation
    self.figures = figures
    self.comparison = comparison
  }

  var text: String {
    var parts = ["# \(markdownEscaped(evaluation.plan.name))"]
    if let description = evaluation.plan.description { parts.append(markdownEscaped(description)) }
    parts.append(SetupSection(evaluation).text)
    parts += ClaimsSection(evaluation).parts
    parts += severityParts
    parts.append("## Results")
    parts.append(
      "Errors are estimate minus reference, in \(evaluation.plan.measurand.events) per minute (bpm); below the tables stands "
        + "[how to read them](#how-to-read-this).")
    parts += AssumedRates(evaluation).sentences.map(markdownEscaped)
    for (scenario, note) in evaluation.plan.scenarios.enumerated() {
      parts.append("### \(markdownEscaped(note.label))")
      parts += scenarioParts(scenario)
    }
    if !evaluation.strata.isEmpty {
      parts.append("## By group of recordings")
      parts.append(
        "The same figures for each group by itself. Groups are small: look at the number of \(evaluation.clusterWord) "
          + "before believing a difference.")
      parts += StrataTables(evaluation).sections
    }
    let words = WordTables(evaluation).sections
    if !words.isEmpty {
      parts.append("## By the detectors' own words")
      parts.append(
        "The windows of each row above, by what the detector said of them. Estimates are those that have a reference too."
      )
      parts += words
    }
    if let comparison {
      parts.append("## Comparison")
      parts.append("What the experiment said it would compare.")
      parts += comparison.sections(level: "###")
    }
    parts.append(MethodsSection(evaluation).text)
    parts.append(ReadingGuide(evaluation).text)
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// What each swept parameter does: the overview, before every scenario by itself.
  private var severityParts: [String] {
    guard !figures.severity.isEmpty else { return [] }
    let measures = figures.severity.map(\.family.measure).reduce(into: [SeverityFamily.Measure]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let values = measures == [.severity] ? "severities" : "values"
    var parts = [
      "## Error over \(measures.map(\.rawValue).joined(separator: " and "))",
      """
      Mean absolute error along each sweep, in the direction of the experiment file; lower is better. In brackets, and as bars, the 95 % interval, where there are enough \(evaluation.clusterWord). \
      A share of windows stands where fewer than 99.5 % got an answer: a detector that answers less often can look better. Along a sweep all \(values) share their random numbers. Lines are shifted \
      sideways by a hair so that bars do not hide each other.
      """,
    ]
    for severity in figures.severity {
      parts.append(
        "### \(markdownEscaped(severity.family.title)) (\(markdownEscaped(severity.family.parameter)))")
      parts.append(SeverityTable(severity.family, in: evaluation).table.markdown)
      parts.append("![\(markdownEscaped(severity.entry.figure.title))](\(severity.entry.path))")
    }
    return parts
  }

  private func scenarioParts(_ scenario: Int) -> [String] {
    let rows = evaluation.rows(ofScenario: scenario)
    let tables = ScenarioTables(evaluation, rows: rows)
    var parts: [String] = []
    if let tally = rows.first?.tally {
      let repeats = evaluation.plan.scenarios[scenario].repeats
      parts.append(
        "\(counted(tally.windows, "window")) of \(counted(tally.recordings, "recording"))"
          + (repeats > 1 ? ", each \(repeats) times" : "")
          + " (\(evaluation.clusterKind.counted(tally.subjects))); \(grouped(tally.referenceWindows)) have a reference rate."
      )
    }
    if let untouched = Findings.untouched(evaluation.plan.scenarios[scenario]) {
      parts.append("It \(markdownEscaped(untouched))")
    }
    if let pooled = PooledDatasets(evaluation) {
      parts.append("\(markdownEscaped(pooled.sentence)) [Each by itself](#by-data-set).")
    }
    parts.append("**Errors**")
    parts.append(tables.errors.markdown)
    if let agreement = tables.agreement {
      parts.append("**Agreement** (Bland–Altman)")
      parts.append(agreement.markdown)
    }
    if let silence = tables.silence {
      parts.append("**Windows without an answer or without a reference**")
      parts.append(silence.markdown)
    }
    parts.append(picture(figures.agreement[scenario]))
    parts += diagnosisParts(scenario, rows)
    return parts
  }

  /// What lies behind the averages, folded away.
  private func diagnosisParts(_ scenario: Int, _ rows: [Evaluation.Row]) -> [String] {
    let tables = DiagnosisTables(evaluation, rows: rows)
    var parts: [String] = []
    let warnings = Warnings(evaluation, rows: rows).sentences
    if !warnings.isEmpty {
      parts.append("**Worth knowing**")
      parts.append(warnings.map { "- \(markdownEscaped($0))" }.joined(separator: "\n"))
    }
    func section(_ title: String, _ body: [String]) {
      guard !body.isEmpty else { return }
      parts += ["<details><summary>\(title)</summary>"] + body + ["</details>"]
    }
    section("How the errors look", [tables.anatomy?.markdown].compactMap(\.self))
    section(
      "What confidence is worth",
      [tables.confidence?.markdown, figures.riskCoverage[scenario].map(picture)].compactMap(\.self))
    section("Beats", [tables.beats?.markdown].compactMap(\.self))
    section("Error over lag", [figures.lag[scenario].map(picture)].compactMap(\.self))
    return parts
  }

  private func picture(_ entry: RunFigures.Entry) -> String {
    "![\(markdownEscaped(entry.figure.title))](\(entry.path))\n\n*\(markdownEscaped(entry.figure.caption))*"
  }
}
