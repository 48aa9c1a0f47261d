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
    func add(_ metric: String, _ title: String, unit: String?, _ cell: @escaping (RowCells) -> Cell) {
      guard evaluation.plan.metrics.contains(metric) else { return }
      parts.append((.init(title, unit: unit), { _, cells in cell(cells) }))
    }
    add("maeBPM", "MAE", unit: "bpm") { $0.metric("maeBPM") }
    add("maeBPM", "its 95 % interval", unit: nil) { $0.interval("maeLow", "maeHigh") }
    add("biasBPM", "bias", unit: "bpm") { $0.metric("biasBPM") }
    add("medianAEBPM", "median", unit: "bpm") { $0.metric("medianAEBPM") }
    add("rmseBPM", "RMSE", unit: "bpm") { $0.metric("rmseBPM") }
    add("p95AEBPM", "P95", unit: "bpm") { $0.metric("p95AEBPM") }
    add("mapePercent", "MAPE", unit: "%") { $0.metric("mapePercent") }
    add("withinToleranceShare", "within tolerance", unit: "%") { $0.percent("withinToleranceShare") }
    // Said only on request: with both in every table nobody would find the other.
    if evaluation.plan.metrics.count < Metric.all.count {
      add("withinBPMShare", "within \(fixed(evaluation.plan.withinBPM, decimals: 0)) bpm", unit: "%") {
        $0.percent("withinBPMShare")
      }
      add("spearman", "Spearman ρ", unit: nil) { $0.metric("spearman", decimals: 3) }
    }
    add("pearson", "Pearson r", unit: nil) { $0.metric("pearson", decimals: 3) }
    add("ccc", "CCC", unit: nil) { $0.metric("ccc", decimals: 3) }
    var table = table(parts)
    if evaluation.plan.metrics.contains("maeBPM"), let scenario = rows.first?.scenario {
      table.rows += ChanceLevelRows(evaluation.chanceLevels[scenario]).cells(for: table.columns)
    }
    return table
  }

  /// `nil` where the experiment asks for no limits of agreement.
  var agreement: Table? {
    guard evaluation.shows(metric: "loa") else { return nil }
    let word = evaluation.clusterWord
    var parts: [Part] = [
      (
        .init("detector", alignment: .leading),
        { [plan = evaluation.plan] row, _ in .text(plan.detectors[row.detector].label) }
      ),
      (.init("estimates"), { row, _ in .count(row.tally.estimates) }),
      (.init(word), { row, _ in .count(row.pairs.clusterCount) }),
      (.init("effective"), { _, cells in cells.metric("effectiveClusters", decimals: 1) }),
      (.init("bias", unit: "bpm"), { _, cells in cells.metric("biasBPM") }),
      (.init("its 95 % interval"), { _, cells in cells.interval("biasLow", "biasHigh") }),
      (.init("SD", unit: "bpm"), { _, cells in cells.metric("sdBPM") }),
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
    if !areRepeated || evaluation.shows(metric: "loaLower") {
      parts.append((.init("95 % of the lower"), { row, cells in cells.interval(row.limits?.lower) }))
      parts.append((.init("95 % of the upper"), { row, cells in cells.interval(row.limits?.upper) }))
    }
    if areRepeated, evaluation.shows(metric: "loaSimple") { parts.append(simple) }
    if evaluation.shows(metric: "loaPercentile") {
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
