internal import HRResults
internal import HREvaluation
internal import HRNumerics
internal import HRStatistics

/// The tables of one scenario: one row per detector, columns as the experiment's `metrics` ask for.
struct ScenarioTables {
  private let evaluation: Evaluation
  private let rows: [Evaluation.Row]

  init(_ evaluation: Evaluation, rows: [Evaluation.Row]) {
    self.evaluation = evaluation
    self.rows = rows
  }

  /// One column and how its cells are made.
  private typealias Part = (column: Table.Column, cell: (Evaluation.Row, RowCells) -> Cell)

  private func table(_ parts: [Part]) -> Table {
    Table(
      columns: parts.map(\.column),
      rows: rows.map { row in
        let cells = RowCells(row, clusterWord: evaluation.clusterWord)
        return parts.map { $0.cell(row, cells) }
      })
  }

  /// Always there, so that no error stands without its n.
  private var leading: [Part] {
    [
      (
        .init("detector", alignment: .leading),
        { [plan = evaluation.plan] row, _ in .text(plan.detectors[row.detector].label) }
      ),
      (.init("estimates"), { row, _ in .count(row.tally.estimates) }),
      (.init("coverage", unit: "%"), { _, cells in cells.coverage }),
    ]
  }

  var errors: Table {
    var parts = leading
    let chosen = Set(evaluation.plan.metrics)
    let asksForAll = chosen.isSuperset(of: Metric.columns.map(\.name))
    for metric in Metric.errorTable where chosen.contains(metric.name) && !(metric.isOnRequest && asksForAll)
    {
      let heading = metric.heading?.replacing("{bpm}", with: fixed(evaluation.plan.withinBPM, decimals: 0))
      parts.append((.init(heading ?? metric.name, unit: metric.kind.shownUnit), { $1.metric(metric) }))
      if metric.name == Metric.mae.name {
        parts.append((.init("its 95 % interval"), { $1.interval(metric) }))
      }
    }
    var table = table(parts)
    if chosen.contains(Metric.mae.name), let scenario = rows.first?.scenario {
      table.rows += ChanceLevelRows(evaluation.chanceLevels[scenario]).cells(for: table.columns)
    }
    return table
  }

  /// `nil` where the experiment asks for no limits of agreement.
  var agreement: Table? {
    guard evaluation.shows(\.isOfLimits) else { return nil }
    let word = evaluation.clusterWord
    var parts: [Part] = [
      (
        .init("detector", alignment: .leading),
        { [plan = evaluation.plan] row, _ in .text(plan.detectors[row.detector].label) }
      ),
      (.init("estimates"), { row, _ in .count(row.tally.estimates) }),
      (.init(word), { row, _ in .count(row.pairs.clusterCount) }),
      (.init("effective"), { _, cells in cells.metric(.effectiveClusters) }),
      (.init("bias", unit: "bpm"), { _, cells in cells.metric(.bias) }),
      (.init("its 95 % interval"), { _, cells in cells.interval(.bias) }),
      (.init("SD", unit: "bpm"), { _, cells in cells.metric(.sd) }),
    ]
    // With one window per cluster only the simple limits exist, and they are right.
    let areRepeated = rows.allSatisfy { $0.limits?.kind != .simple }
    if areRepeated || rows.contains(where: { $0.limits?.kind == .repeatedMeasures }) {
      parts.append(
        (
          .init("limits, repeated measures", unit: "bpm"),
          { row, cells in cells.range(row.score?.repeatedMeasures?.limitsBPM) }
        ))
    }
    let simple: Part = (
      .init("limits, simple", unit: "bpm"), { row, cells in cells.range(row.score?.simple?.limitsBPM) }
    )
    if !areRepeated { parts.append(simple) }
    if !areRepeated || evaluation.shows({ $0 == .repeatedLimits }) {
      parts.append((.init("95 % of the lower"), { row, cells in cells.interval(row.limits?.lower) }))
      parts.append((.init("95 % of the upper"), { row, cells in cells.interval(row.limits?.upper) }))
    }
    if areRepeated, evaluation.shows({ $0 == .simpleLimits }) { parts.append(simple) }
    if evaluation.shows({ $0 == .percentileLimits }) {
      parts.append(
        (.init("2.5 to 97.5 %", unit: "bpm"), { row, cells in cells.range(row.score?.percentileLimitsBPM) }))
    }
    return table(parts)
  }

  /// Reasons down, detectors across; `nil` where every window has an answer and a reference.
  var silence: Table? {
    var outcomes: [WindowOutcome] = []
    for row in rows {
      for reason in row.tally.reasons where !outcomes.contains(reason.outcome) {
        outcomes.append(reason.outcome)
      }
    }
    guard !outcomes.isEmpty else { return nil }
    let labels = rows.map { evaluation.plan.detectors[$0.detector].label }
    return Table(
      columns: [.init("windows by reason", alignment: .leading)] + labels.map { .init($0) },
      rows: outcomes.sorted { $0.text < $1.text }.map { outcome in
        [.text(Self.spoken(outcome))]
          + rows.map { row in .count(row.tally.reasons.first { $0.outcome == outcome }?.windows ?? 0) }
      })
  }

  /// `abstained: flatSignal`
  private static func spoken(_ outcome: WindowOutcome) -> String {
    switch outcome {
    case .value: outcome.text
    case .abstained(let reason): "abstained: \(reason.rawValue)"
    case .failed(let reason): "failed: \(reason)"
    case .noReference(let reason): "no reference: \(reason)"
    }
  }
}
