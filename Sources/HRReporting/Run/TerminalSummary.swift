package import HREvaluation
package import HRRunning
internal import HRStatistics

/// Returns the last output of `hreval run`: suspicious properties of the data; the table, a block per scenario; the
/// verdicts of declared comparisons; warnings; failures.
///
/// - Parameters:
///   - evaluation: evaluation of the run.
///   - style: style of its tables.
///   - circumstances: what is known of the run beside its results.
///   - showsDelays: whether errors at the detectors' stated delays are shown beside the plain ones.
package func terminalSummary(
  _ evaluation: Evaluation, _ style: TableStyle, circumstances: RunCircumstances = RunCircumstances(),
  showsDelays: Bool = false
) -> String {
  TerminalSummary(
    evaluation: evaluation, style: style, circumstances: circumstances, showsDelays: showsDelays
  ).text
}

/// Returns the failures, a line each; empty if there are none.
package func terminalFailures(_ evaluation: Evaluation, _ style: TableStyle) -> String {
  TerminalSummary(evaluation: evaluation, style: style, circumstances: .init()).failures.joined(
    separator: "\n")
}

private struct TerminalSummary {
  let evaluation: Evaluation
  let style: TableStyle
  let circumstances: RunCircumstances
  var showsDelays = false
  /// Maximum number of failures, a line each; the report has them all.
  private static let mostFailures = 10
  /// Maximum number of rows; of more, each scenario has only its best.
  private static let mostRows = 200
  private static let bestRows = 3
  private static let mostScenarios = 50

  var text: String {
    let plan = evaluation.plan
    // One table, so that all blocks have the same columns.
    var blocks: [Range<Int>] = []
    let columns = self.columns
    var table = Table(columns: columns.columns(of: evaluation.rows, evaluation))
    let leading = LeadingRows(
      evaluation, most: Self.mostRows, perScenario: Self.bestRows, mostScenarios: Self.mostScenarios)
    for scenario in leading.scenarios {
      let start = table.rows.count
      table.rows += leading.rows.filter { $0.scenario == scenario }.map {
        columns.cells(of: $0, evaluation)
      }
      table.rows += evaluation.chanceLevels[scenario].rows(for: table.columns, indent: "  ")
      blocks.append(start..<table.rows.count)
    }
    let parts = TerminalTable(table, style).parts
    let seen = SeenText(evaluation: evaluation).sentences
    let findings = DataFindingsText(evaluation.findings).terminal(style)
    var lines = findings + (findings.isEmpty ? [] : [""])
    lines += seen.map { style.prose($0, indent: 2) } + (seen.isEmpty ? [] : [""]) + [parts.header]
    for (scenario, block) in zip(leading.scenarios, blocks) {
      lines.append(heading(plan.scenarios[scenario].label, scenario: scenario))
      lines += parts.rows[block]
    }
    lines.append("")
    if let sentence = leading.sentence { lines.append(style.prose(sentence)) }
    if let note = parts.note { lines.append(note) }
    lines += (evaluation.notes(on: evaluation.rows, end: "") + evaluation.origins).map { style.prose($0) }
    let answer = AnswerText(evaluation: evaluation, circumstances: circumstances).sentences
    lines += block("Answer:", answer)
    lines += block("Claims on trial:", ClaimsSection(evaluation: evaluation).sentences)
    lines += block(
      "Compared, as the experiment declares:",
      evaluation.declaredComparison.map {
        ComparisonPage(
          $0, ofUnseen: evaluation.declaredComparisonOfUnseen, circumstances: circumstances
        ).verdicts.filter { !answer.contains($0) }
      } ?? [])
    let acceptable = AcceptableText(evaluation: evaluation)
    if let heading = acceptable.heading { lines += block(heading, acceptable.sentences) }
    if showsDelays { lines += delays(leading.rows) }
    lines += block("Worth knowing:", Findings(evaluation: evaluation).sentences)
    for (heading, sentences) in CircumstancesText(circumstances: circumstances).parts {
      lines += block("\(heading):", sentences)
    }
    if let absence = WindowsCSV.absence(from: evaluation) { lines += ["", style.prose(absence)] }
    if !failures.isEmpty { lines += [""] + failures }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private func block(_ heading: String, _ sentences: [String]) -> [String] {
    guard !sentences.isEmpty else { return [] }
    return ["", style.bold(heading)] + sentences.map { style.prose("  " + $0, indent: 4) }
  }

  private func delays(_ rows: [Evaluation.Row]) -> [String] {
    guard let table = DelayTables(evaluation, rows: rows).table else {
      return block("\(DelayTables.title):", [DelayTables.absence])
    }
    return ["", style.bold("\(DelayTables.title):"), TerminalTable(table, style).text]
      + [style.prose(DelayTables.introduction)]
  }

  private var columns: [RowColumn] {
    [
      .init(.left("  detector", importance: 10)) {
        .text("  " + SeenText.label($0.row.detector, evaluation.plan))
      },
      .rightOfAll.importance(10), .estimates,
      .init(RowColumn.coverage.importance(6).column) { .percent($0.row.tally.coverage) },
      .short(.mae).importance(9), .metric(.bias).importance(8), .limits(decimals: 1).importance(7),
      .metric(.withinTolerance, title: "within").importance(4),
      .metric(.p95AE) { $0.metric(.p95AE, decimals: 1) }.importance(3), .metric(.medianAE).importance(2),
      .metric(.rmse).importance(2), .sd.importance(1),
      .metric(.mape) { $0.metric(.mape, decimals: 1) }.importance(1), .metric(.ccc).importance(1),
      .metric(.pearson).importance(1),
    ]
  }

  private func heading(_ label: String, scenario: Int) -> String {
    guard let tally = evaluation.rows.first(where: { $0.scenario == scenario })?.tally else { return label }
    let facts =
      "\(grouped(tally.referenceWindows)) of \(grouped(tally.windows)) windows have a reference, "
      + evaluation.clusterKind.counted(tally.subjects)
    let unit = evaluation.plan.variability == nil ? "" : evaluation.plan.inUnit(of: scenario)
    return style.bold(style.cut("\(label)\(unit.isEmpty ? "" : ", in\(unit)"): \(facts)"))
  }

  var failures: [String] {
    var lines = evaluation.failureGroups.map { "failed: \($0.text)" }
    lines += evaluation.partialFailureGroups.map { "failed in \(Findings.named($0)): \($1.text)" }
    for row in evaluation.rows {
      for reason in row.tally.reasons {
        guard case .failed(let why) = reason.outcome else { continue }
        lines.append(
          "failed: \(evaluation.detector(of: row)), \(evaluation.scenario(of: row)), \(grouped(reason.windows)) windows: \(why)"
        )
      }
    }
    let shown = lines.prefix(Self.mostFailures).map { style.prose($0) }
    let rest = lines.count - shown.count
    return shown + (rest > 0 ? ["… and \(rest) more failures; the report has all of them"] : [])
  }
}
