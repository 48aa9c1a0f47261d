internal import HREvaluation
internal import HRRunning

/// Parts of a run's report, of which each page takes its own. A part without content is empty.
struct RunDocument: Sendable {
  let evaluation: Evaluation
  let figures: RunFigures
  /// Comparison that the experiment declares; `nil` if it declares none.
  let comparison: ComparisonPage?
  /// Known facts of the run beside its results.
  var circumstances = RunCircumstances()
  /// True if errors at the stated delays are shown beside the plain ones.
  var showsDelays = false

  /// Returns the document with some of its rows; figures are drawn anew, in the same styles.
  func showing(_ evaluation: Evaluation) -> RunDocument {
    RunDocument(
      evaluation: evaluation, figures: RunFigures(evaluation, mostRows: nil, styles: figures.styles),
      comparison: comparison, circumstances: circumstances, showsDelays: showsDelays)
  }

  /// Name, question and description of the experiment.
  var head: [Block] {
    let plan = evaluation.plan
    return [.heading(1, Prose(plain: plan.name))]
      + (plan.question.map { [.paragraph("**\($0)**")] } ?? [])
      + (plan.description.map { [.paragraph(Prose(description: $0))] } ?? [])
  }

  /// Sentences that answer the experiment's question.
  var answer: [String] { AnswerText(evaluation: evaluation, circumstances: circumstances).sentences }

  /// Suspicious properties of the data.
  var findings: [Block] { DataFindingsText(evaluation.findings).blocks }

  /// Setup of the run.
  var setup: [Block] { SetupSection(evaluation: evaluation).blocks }

  /// Windows of each row grouped by the detectors' words.
  var words: [Block] {
    let tables = WordTables(evaluation: evaluation).blocks
    guard !tables.isEmpty else { return [] }
    return [
      .heading(2, "By quality, confidence and motion as the detectors report them"),
      .paragraph(
        "The windows of each row above, grouped by what the detector reported about them. Only estimates with a reference are counted."
      ),
    ] + tables
  }

  /// The comparison that the experiment declares, in full.
  var declared: [Block] {
    guard let comparison else { return [] }
    return [
      .paragraph("The comparisons that the experiment file declares.")
    ] + comparison.sections(level: 3)
  }

  var methods: [Block] { MethodsSection(evaluation: evaluation, circumstances: circumstances).blocks }

  var readingGuide: [Block] { ReadingGuide(evaluation: evaluation).blocks }

  // MARK: Parts of a page by question

  private func picture(_ kind: FigureKind, _ scenario: Int) -> [Block] {
    figures[kind][scenario].map { [.picture(Picture($0))] } ?? []
  }

  private static let mostFurther = 6

  /// Effect of each swept parameter: figures, the numbers folded below them.
  var severityFigures: [Block] {
    let drawn = zip(figures.families, figures[.severity].compactMap(\.self))
    return drawn.enumerated().flatMap { place, drawn -> [Block] in
      let (family, entry) = drawn
      return (place == 0 ? [.sentence(entry.figure.caption)] : []) + [
        .heading(3, "\(family.title)"),
        .picture(Picture(entry, isCaptioned: false)),
        .fold(
          "Table of these figures",
          SeverityTable(family: family, evaluation: evaluation).tables.map(Block.table)),
      ]
    }
  }

  /// Returns the declared comparisons.
  func differences(_ scenario: Int) -> [Block] { picture(.difference, scenario) }

  /// Returns the figures of each group, and the agreement of the scenario's best detector.
  func groups(_ scenario: Int) -> [Block] {
    picture(.groups, scenario) + StrataTables(evaluation: evaluation).blocks(scenario)
  }

  /// Returns the agreement of reference and estimate.
  func agreement(_ scenario: Int) -> [Block] {
    let rows = evaluation.rows(ofScenario: scenario)
    let tables = ScenarioTables(evaluation: evaluation, rows: rows)
    // With many scenarios the page has space for the first figure alone.
    let further =
      evaluation.plan.scenarios.count <= Self.mostFurther ? picture(.furtherAgreement, scenario) : []
    var parts = picture(.agreement, scenario)
    if !further.isEmpty { parts.append(.fold("Further detectors", further)) }
    if let table = tables.agreement {
      parts.append(.table(table))
      if let doubts = evaluation.limitDoubts(rows) { parts.append(.paragraph(doubts)) }
    }
    let details = VariabilityTable(evaluation: evaluation, rows: rows).blocks
    return details.isEmpty ? parts : parts + [.paragraph("**Ratio, and parts of the error**")] + details
  }

  /// Returns the distribution of errors, and all figures and tables of them.
  func errors(_ scenario: Int) -> [Block] {
    let rows = evaluation.rows(ofScenario: scenario)
    let tables = ScenarioTables(evaluation: evaluation, rows: rows)
    let diagnosis = DiagnosisTables(evaluation: evaluation, rows: rows)
    var parts = picture(.distribution, scenario)
    parts += [.paragraph("**Errors**, with 95 % confidence intervals in brackets"), .table(tables.errors)]
    if let tooFew = evaluation.tooFewClusters(rows) { parts.append(.sentence(tooFew + ".")) }
    parts.append(.fold("Intervals of further figures", tables.intervals.map(Block.table)))
    let looks = [diagnosis.anatomy, diagnosis.course].compactMap(\.self).map(Block.table)
    if !looks.isEmpty { parts.append(.fold("Anatomy of the errors", looks)) }
    return parts
  }

  /// Returns the quality of confidences; empty if no detector has any.
  func confidence(_ scenario: Int) -> [Block] {
    let rows = evaluation.rows(ofScenario: scenario)
    var parts = picture(.coverage, scenario)
    if let table = DiagnosisTables(evaluation: evaluation, rows: rows).confidence {
      parts.append(.table(table))
    }
    let reliability =
      (ReliabilityTables(evaluation, rows: rows)?.blocks ?? []) + picture(.reliability, scenario)
    if !reliability.isEmpty {
      parts.append(.fold("Calibration of confidence", reliability))
    }
    return parts
  }

  /// Returns the kinds of failures of the detectors: silence, chance, beats, time.
  func kinds(_ scenario: Int) -> [Block] {
    let rows = evaluation.rows(ofScenario: scenario)
    let tables = ScenarioTables(evaluation: evaluation, rows: rows)
    let lags = ReferenceLags.scenario(of: evaluation.plan) == scenario ? ReferenceLagText(evaluation) : nil
    var parts: [Block] = []
    let warnings = Warnings(evaluation, rows: rows).sentences + (lags?.sentences ?? [])
    if !warnings.isEmpty { parts += [.paragraph("**Worth knowing**"), .sentences(warnings)] }
    if let silence = tables.silence {
      parts += [.paragraph("**Windows without an answer or without a reference**"), .table(silence)]
    }
    if let chance = tables.ownChance {
      parts += [
        .paragraph(
          "**Guesses without the signal, on the windows that each detector answered**, beside the detector's MAE. *Mean of others* is over the windows of the other \(evaluation.clusterWord) that it answered."
        ), .table(chance),
      ]
    }
    let folds: [(Prose, [Block])] = [
      ("Beats", BeatTables(evaluation: evaluation, rows: rows).blocks),
      ("Beats, record by record", RecordBeatTables(evaluation: evaluation, rows: rows).blocks),
      ("Error at time offsets", picture(.lag, scenario)),
      ("Time offset of the reference, per recording", lags?.blocks ?? []),
      (Prose(plain: DelayTables.title), showsDelays ? DelayTables(evaluation, rows: rows).blocks : []),
      ("With other references", OtherReferenceTables(evaluation, rows: rows)?.blocks ?? []),
    ]
    return parts + folds.filter { !$1.isEmpty }.map(Block.fold)
  }

  /// Groups, the detectors' own words, and each data set by itself.
  var byGroup: [Block] {
    StrataTables(evaluation: evaluation).blocks + (LeaveOneOutTables(evaluation)?.section ?? []) + words
  }

  /// Known and suspicious properties of the data, and the recordings that detectors have seen.
  var dataParts: [Block] {
    let seen = SeenText(evaluation: evaluation)
    return findings + seen.lead + seen.statements + ClaimsSection(evaluation: evaluation).blocks
  }
}
