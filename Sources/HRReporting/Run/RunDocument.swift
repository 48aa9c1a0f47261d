internal import HREvaluation
internal import HRRunning

/// All parts of a run's report. A part without content is empty.
struct RunDocument: Sendable {
  let evaluation: Evaluation
  let figures: RunFigures
  /// Comparison that the experiment declares; `nil` if it declares none.
  let comparison: ComparisonPage?
  /// Prior analyses that the ledger knew; `nil` if that was not recorded.
  var tries: EarlierTries?

  /// Returns the document with some of its rows; figures are drawn anew.
  func showing(_ evaluation: Evaluation) -> RunDocument {
    RunDocument(
      evaluation: evaluation, figures: RunFigures(evaluation, mostRows: nil), comparison: comparison,
      tries: tries)
  }

  /// Blocks of every part, in the order of a page.
  var blocks: [Block] {
    head + findings + unseen + setup + seen + claims + severity + resultsHead
      + evaluation.plan.scenarios.indices.flatMap(scenario) + groups + leaveOneOut + words + declared
      + methods
      + readingGuide
  }

  /// The whole document as one page.
  var markdown: String { blocks.markdown + "\n" }

  /// Name, question and description of the experiment.
  var head: [Block] {
    let plan = evaluation.plan
    return [.heading(1, Prose(plain: plan.name))]
      + (plan.question.map { [.paragraph("**\($0)**")] } ?? [])
      + (plan.description.map { [.sentence($0)] } ?? [])
  }

  /// Suspicious properties of the data.
  var findings: [Block] { DataFindingsText(evaluation.findings).blocks }

  /// The order on recordings that no detector is stated to have seen.
  var unseen: [Block] { SeenText(evaluation: evaluation).lead }

  /// Setup of the run.
  var setup: [Block] { SetupSection(evaluation: evaluation).blocks }

  /// Statements on the recordings that each detector has seen.
  var seen: [Block] { SeenText(evaluation: evaluation).statements }

  var claims: [Block] { ClaimsSection(evaluation: evaluation).blocks }

  /// Effect of each swept parameter: the overview, before every scenario by itself.
  var severity: [Block] {
    guard !figures.severity.isEmpty else { return [] }
    let measures = figures.severity.map(\.family.measure).distinct
    let values = measures == [.severity] ? "severities" : "values"
    var parts: [Block] = [
      .heading(2, "Error over \(measures.map(\.rawValue).joined(separator: " and "))"),
      .paragraph(
        """
        Mean absolute error along each sweep, in the direction of the experiment file; lower is better. In brackets, and as bars, the 95 % interval, where there are enough \(evaluation.clusterWord). \
        A share of windows stands where fewer than 99.5 % got an answer: a detector that answers less often can look better. Along a sweep all \(values) share their random numbers. Lines are shifted \
        sideways by a hair so that bars do not hide each other.
        """),
    ]
    for severity in figures.severity {
      parts.append(.heading(3, "\(severity.family.title) (\(severity.family.parameter))"))
      parts += SeverityTable(family: severity.family, evaluation: evaluation).tables.map(Block.table)
      parts.append(.picture(Picture(severity.entry, isCaptioned: false)))
    }
    return parts
  }

  /// Blocks before the scenarios.
  var resultsHead: [Block] {
    [
      .heading(2, "Results"),
      .paragraph(
        "Errors are estimate minus reference, in \(evaluation.plan.measurand.events) per minute (bpm); below the tables stands [how to read them](#how-to-read-this)."
      ),
    ] + AssumedRates(evaluation).sentences.map(Block.sentence)
  }

  /// Returns tables, figure and diagnosis of one scenario.
  func scenario(_ scenario: Int) -> [Block] {
    let note = evaluation.plan.scenarios[scenario]
    let rows = evaluation.rows(ofScenario: scenario)
    let tables = ScenarioTables(evaluation: evaluation, rows: rows)
    var parts: [Block] = [.heading(3, Prose(plain: note.label))]
    if let tally = rows.first?.tally {
      let repeats: Prose = note.repeats > 1 ? ", each \(note.repeats) times" : ""
      parts.append(
        .paragraph(
          "\(counted(tally.windows, "window")) of \(counted(tally.recordings, "recording"))\(repeats) (\(evaluation.clusterKind.counted(tally.subjects))); \(grouped(tally.referenceWindows)) have a reference rate."
        ))
    }
    if let untouched = Findings.untouched(note) { parts.append(.paragraph("It \(untouched)")) }
    if let pooled = PooledDatasets(evaluation) {
      parts.append(.paragraph("\(pooled.sentence) [Each by itself](#by-data-set)."))
    }
    parts += [.paragraph("**Errors**, with 95 % intervals in brackets"), .table(tables.errors)]
    if let note = SeenText.note(rows, evaluation.plan) { parts.append(.sentence(note)) }
    if let tooFew = evaluation.tooFewClusters(rows) { parts.append(.sentence(tooFew + ".")) }
    if let ownChance = tables.ownChance {
      parts += [
        .paragraph("**Chance on the windows that each answered**"),
        .paragraph(
          "What guesses made without the signal reach there, beside the detector's MAE. The others' mean is over the windows of the other \(evaluation.clusterWord) that it answered."
        ),
        .table(ownChance),
      ]
    }
    if let agreement = tables.agreement {
      parts += [.paragraph("**Agreement** (Bland–Altman)"), .table(agreement)]
    }
    if let silence = tables.silence {
      parts += [.paragraph("**Windows without an answer or without a reference**"), .table(silence)]
    }
    parts.append(.picture(Picture(figures.agreement[scenario])))
    return parts + diagnosis(scenario, rows)
  }

  /// Returns details behind the averages, folded away.
  private func diagnosis(_ scenario: Int, _ rows: [Evaluation.Row]) -> [Block] {
    let tables = DiagnosisTables(evaluation: evaluation, rows: rows)
    var parts: [Block] = []
    let referenceLags =
      ReferenceLags.scenario(of: evaluation.plan) == scenario ? ReferenceLagText(evaluation) : nil
    let warnings = Warnings(evaluation, rows: rows).sentences + (referenceLags?.sentences ?? [])
    if !warnings.isEmpty { parts += [.paragraph("**Worth knowing**"), .sentences(warnings)] }
    func fold(_ title: Prose, _ body: Block?...) {
      let known = body.compactMap(\.self)
      if !known.isEmpty { parts.append(.fold(title, known)) }
    }
    func picture(_ entry: RunFigures.Entry?) -> Block? { entry.map { .picture(Picture($0)) } }
    fold("How the errors look", tables.anatomy.map(Block.table), tables.course.map(Block.table))
    fold(
      "What confidence is worth", tables.confidence.map(Block.table), picture(figures.riskCoverage[scenario]))
    let reliability =
      (ReliabilityTables(evaluation, rows: rows)?.blocks ?? [])
      + [picture(figures.reliability[scenario])].compactMap(\.self)
    if !reliability.isEmpty {
      parts.append(.fold("Whether confidence is the chance of being right", reliability))
    }
    let beats = BeatTables(evaluation: evaluation, rows: rows)
    fold(
      "Beats", beats.table.map(Block.table), beats.times.map(Block.table),
      beats.sentences.isEmpty ? nil : .sentences(beats.sentences))
    fold("Error over lag", picture(figures.lag[scenario]))
    if let referenceLags, let table = referenceLags.table {
      fold("Lag of the reference, per recording", .table(table), .paragraph(referenceLags.explanation))
    }
    if let others = OtherReferenceTables(evaluation, rows: rows) {
      parts.append(.fold("If the reference were another", others.blocks))
    }
    return parts
  }

  /// Groups of recordings or windows, each by itself.
  var groups: [Block] {
    guard !evaluation.strata.isEmpty else { return [] }
    return [
      .heading(2, "By group"),
      .paragraph(
        "The same figures for each group by itself. Groups can be small: look at the number of \(evaluation.clusterWord) before believing a difference."
      ),
    ] + StrataTables(evaluation: evaluation).blocks
  }

  var leaveOneOut: [Block] { LeaveOneOutSection(evaluation: evaluation).blocks }

  /// Windows of each row grouped by the detectors' words.
  var words: [Block] {
    let tables = WordTables(evaluation: evaluation).blocks
    guard !tables.isEmpty else { return [] }
    return [
      .heading(2, "By the detectors' own words"),
      .paragraph(
        "The windows of each row above, by what the detector said of them. Estimates are those that have a reference too."
      ),
    ] + tables
  }

  /// The comparison that the experiment declares, in full.
  var declared: [Block] {
    guard let comparison else { return [] }
    return [
      .heading(2, "Comparison"), .paragraph("What the experiment file declares to be compared."),
    ] + comparison.sections(level: 3)
  }

  var methods: [Block] { MethodsSection(evaluation: evaluation, tries: tries).blocks }

  var readingGuide: [Block] { ReadingGuide(evaluation: evaluation).blocks }
}
