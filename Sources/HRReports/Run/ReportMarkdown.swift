internal import HREvaluation
internal import HRResults

/// `report.md`: the run as a person reads it.
struct ReportMarkdown {
  let evaluation: Evaluation
  let figures: RunFigures
  /// What the experiment declares to be compared; `nil` where it declares nothing.
  let comparison: ComparisonPage?
  /// What the ledger knew; `nil` where that was not recorded.
  var tries: EarlierTries?

  var text: String {
    var parts = ["# \(markdownEscaped(evaluation.plan.name))"]
    if let description = evaluation.plan.description { parts.append(markdownEscaped(description)) }
    parts += DataFindingsText(evaluation.findings).markdown
    let seen = SeenText(evaluation: evaluation)
    parts += seen.lead
    parts.append(SetupSection(evaluation: evaluation).text)
    parts += seen.statements
    parts += ClaimsSection(evaluation: evaluation).parts
    parts += severityParts
    parts += [
      "## Results",
      "Errors are estimate minus reference, in \(evaluation.plan.measurand.events) per minute (bpm); below the tables stands [how to read them](#how-to-read-this).",
    ]
    parts += AssumedRates(evaluation).sentences.map(markdownEscaped)
    for (scenario, note) in evaluation.plan.scenarios.enumerated() {
      parts.append("### \(markdownEscaped(note.label))")
      parts += scenarioParts(scenario)
    }
    if !evaluation.strata.isEmpty {
      parts += [
        "## By group",
        "The same figures for each group by itself. Groups can be small: look at the number of \(evaluation.clusterWord) before believing a difference.",
      ]
      parts += StrataTables(evaluation: evaluation).sections
    }
    parts += LeaveOneOutSection(evaluation: evaluation).parts
    let words = WordTables(evaluation: evaluation).sections
    if !words.isEmpty {
      parts += [
        "## By the detectors' own words",
        "The windows of each row above, by what the detector said of them. Estimates are those that have a reference too.",
      ]
      parts += words
    }
    if let comparison {
      parts += ["## Comparison", "What the experiment file declares to be compared."]
      parts += comparison.sections(level: "###")
    }
    parts += [
      MethodsSection(evaluation: evaluation, tries: tries).text, ReadingGuide(evaluation: evaluation).text,
    ]
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// What each swept parameter does: the overview, before every scenario by itself.
  private var severityParts: [String] {
    guard !figures.severity.isEmpty else { return [] }
    let measures = figures.severity.map(\.family.measure).distinct
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
      parts += [
        "### \(markdownEscaped(severity.family.title)) (\(markdownEscaped(severity.family.parameter)))"
      ]
      parts += SeverityTable(family: severity.family, evaluation: evaluation).tables.map(\.markdown)
      parts.append(severity.entry.picture)
    }
    return parts
  }

  private func scenarioParts(_ scenario: Int) -> [String] {
    let rows = evaluation.rows(ofScenario: scenario)
    let tables = ScenarioTables(evaluation: evaluation, rows: rows)
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
    parts += ["**Errors**, with 95 % intervals in brackets", tables.errors.markdown]
    if let note = SeenText.note(rows, evaluation.plan) { parts.append(markdownEscaped(note)) }
    if let tooFew = evaluation.tooFewClusters(rows) { parts.append(tooFew + ".") }
    if let ownChance = tables.ownChance {
      parts += [
        "**Chance on the windows that each answered**",
        "What guesses made without the signal reach there, beside the detector's MAE. The others' mean is over the windows of the other \(evaluation.clusterWord) that it answered.",
        ownChance.markdown,
      ]
    }
    if let agreement = tables.agreement { parts += ["**Agreement** (Bland–Altman)", agreement.markdown] }
    if let silence = tables.silence {
      parts += ["**Windows without an answer or without a reference**", silence.markdown]
    }
    parts.append(figures.agreement[scenario].captionedPicture)
    return parts + diagnosisParts(scenario, rows)
  }

  /// What lies behind the averages, folded away.
  private func diagnosisParts(_ scenario: Int, _ rows: [Evaluation.Row]) -> [String] {
    let tables = DiagnosisTables(evaluation: evaluation, rows: rows)
    var parts: [String] = []
    let referenceLags =
      ReferenceLags.scenario(of: evaluation.plan) == scenario ? ReferenceLagText(evaluation) : nil
    let warnings = Warnings(evaluation, rows: rows).sentences + (referenceLags?.sentences ?? [])
    if !warnings.isEmpty {
      parts += ["**Worth knowing**", warnings.map { "- \(markdownEscaped($0))" }.joined(separator: "\n")]
    }
    func section(_ title: String, _ body: String?...) {
      let known = body.compactMap(\.self)
      guard !known.isEmpty else { return }
      parts += ["<details><summary>\(title)</summary>"] + known + ["</details>"]
    }
    section("How the errors look", tables.anatomy?.markdown, tables.course?.markdown)
    section(
      "What confidence is worth", tables.confidence?.markdown,
      figures.riskCoverage[scenario]?.captionedPicture)
    section(
      "Whether confidence is the chance of being right",
      ReliabilityTables(evaluation, rows: rows)?.parts.joined(separator: "\n\n"),
      figures.reliability[scenario]?.captionedPicture)
    let beats = BeatTables(evaluation: evaluation, rows: rows)
    section(
      "Beats", beats.table?.markdown, beats.times?.markdown,
      beats.sentences.isEmpty
        ? nil : beats.sentences.map { "- \(markdownEscaped($0))" }.joined(separator: "\n"))
    section("Error over lag", figures.lag[scenario]?.captionedPicture)
    if let referenceLags, let table = referenceLags.table {
      section("Lag of the reference, per recording", table.markdown, referenceLags.explanation)
    }
    section("If the reference were another", OtherReferenceTables(evaluation, rows: rows)?.text)
    return parts
  }
}
