package import HRExperiments
internal import HRStatistics

/// The table at the end of `hreval run`: a block per scenario, then what failed.
///
/// - Parameters:
///   - width: columns of the terminal; the least important columns go first where they do not fit.
///   - colour: whether to use ANSI bold and dim.
package func terminalSummary(_ evaluation: Evaluation, width: Int, colour: Bool) -> String {
  TerminalSummary(evaluation, width: width, colour: colour).text
}

private struct TerminalSummary {
  private let evaluation: Evaluation
  private let width: Int
  private let colour: Bool
  /// A failure is one line; the report has them all.
  private static let mostFailures = 10

  init(_ evaluation: Evaluation, width: Int, colour: Bool) {
    self.evaluation = evaluation
    self.width = width
    self.colour = colour
  }

  var text: String {
    let plan = evaluation.plan
    // One table, so that all blocks have the same columns.
    var blocks: [Range<Int>] = []
    var table = Table(columns: columns)
    for scenario in plan.scenarios.indices {
      let start = table.rows.count
      table.rows += evaluation.rows(ofScenario: scenario).map(cells)
      table.rows += YardstickRows(evaluation.yardsticks[scenario]).cells(for: columns, indent: "  ")
      blocks.append(start..<table.rows.count)
    }
    let parts = TerminalTable(table, width: width, colour: colour).parts
    var lines = [parts.header]
    for (scenario, note) in plan.scenarios.enumerated() {
      lines.append(heading(note.label, scenario: scenario))
      lines += parts.rows[blocks[scenario]]
    }
    lines.append("")
    if let note = parts.note { lines.append(note) }
    let tooFew = evaluation.rows.contains { $0.lacksClusters && $0.pairs.count > 0 }
    if tooFew {
      lines.append(
        "(n=…): too few \(evaluation.clusterWord) for a 95 % interval, which needs at least \(ClusterBootstrap.leastClusters)"
      )
    }
    lines += failures
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private var columns: [Table.Column] {
    [
      .init("  detector", alignment: .leading, importance: 10), .init("estimates", importance: 7),
      .init("coverage", unit: "%", importance: 8), .init("MAE", unit: "bpm", importance: 9),
      .init("bias", unit: "bpm", importance: 6), .init("within", unit: "%", importance: 4),
      .init("P95", unit: "bpm", importance: 3), .init("limits", unit: "bpm", importance: 5),
    ]
  }

  private func cells(_ row: Evaluation.Row) -> [Cell] {
    let limits = row.limits?.limits
    return [
      .text("  " + evaluation.plan.detectors[row.detector].label), .count(row.tally.estimates),
      .optional(row.tally.coverage.map { 100 * $0 }, decimals: 1),
      RowCells(row, clusterWord: evaluation.clusterWord).short("maeBPM", "maeLow", "maeHigh"),
      .optional(row.value(named: "biasBPM"), decimals: 2),
      .optional(row.value(named: "withinToleranceShare").map { 100 * $0 }, decimals: 1),
      .optional(row.value(named: "p95AEBPM"), decimals: 1),
      limits.map { .interval(low: $0.low, high: $0.high, decimals: 1) } ?? .missing(""),
    ]
  }

  private func heading(_ label: String, scenario: Int) -> String {
    guard let tally = evaluation.rows.first(where: { $0.scenario == scenario })?.tally else { return label }
    let facts =
      "\(grouped(tally.referenceWindows)) of \(grouped(tally.windows)) windows have a reference, "
      + evaluation.clusterKind.counted(tally.subjects)
    let line = "\(label): \(facts)".truncated(to: max(width, 20))
    return colour ? "\u{1B}[1m\(line)\u{1B}[0m" : line
  }

  private var failures: [String] {
    var lines = evaluation.failureGroups.map { "failed: \($0.text)" }
    for row in evaluation.rows {
      for reason in row.tally.reasons where reason.outcome.hasPrefix("failed:") {
        lines.append(
          "failed: \(evaluation.plan.detectors[row.detector].label), \(evaluation.plan.scenarios[row.scenario].label), "
            + "\(grouped(reason.windows)) windows: \(reason.outcome.dropFirst("failed:".count))")
      }
    }
    let shown = lines.prefix(Self.mostFailures).map { $0.truncated(to: max(width, 40)) }
    let rest = lines.count - shown.count
    return shown + (rest > 0 ? ["… and \(rest) more failures, all in the report"] : [])
  }
}
