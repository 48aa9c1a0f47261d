internal import HRResults
internal import HREvaluation
internal import HRDiagnostics
internal import HRNumerics
internal import HRStatistics

/// The tables of one scenario: one row per detector, columns as the experiment's `metrics` ask for.
struct ScenarioTables {
  let evaluation: Evaluation
  let rows: [Evaluation.Row]

  /// One column and how its cells are made.
  private typealias Part = (column: Table.Column, cell: (Evaluation.Row, RowCells) -> Cell)

  private func table(_ parts: [Part]) -> Table {
    Table(
      columns: parts.map(\.column),
      rows: rows.map { row in
        let cells = RowCells(row: row, clusterWord: evaluation.clusterWord)
        return parts.map { $0.cell(row, cells) }
      })
  }

  private var name: Part {
    (.left("detector"), { row, _ in .text(SeenText.label(row.detector, evaluation.plan)) })
  }

  /// Always there, so that no error stands without its n.
  private var estimates: Part { (.init("estimates"), { row, _ in .count(row.tally.estimates) }) }

  var errors: Table {
    var parts: [Part] = [
      name, (.init("right of all", unit: "%"), { _, cells in cells.rightOfAll }),
      estimates, (.init("coverage", unit: "%"), { _, cells in cells.coverage }),
    ]
    let chosen = Set(evaluation.plan.metrics)
    let asksForAll = chosen.isSuperset(of: Metric.columns.map(\.name))
    for metric in Metric.errorTable where chosen.contains(metric.name) && !(metric.isOnRequest && asksForAll)
    {
      let heading = metric.heading?.replacing("{bpm}", with: fixed(evaluation.plan.withinBPM, decimals: 0))
      let cell: (Evaluation.Row, RowCells) -> Cell =
        metric.name == Metric.mae.name ? { $1.short(metric) } : { $1.metric(metric) }
      parts.append((.init(heading ?? metric.name, unit: metric.kind.shownUnit), cell))
    }
    var table = table(parts)
    if chosen.contains(Metric.mae.name), let scenario = rows.first?.scenario {
      table.rows += evaluation.chanceLevels[scenario].rows(for: table.columns)
    }
    return table
  }

  /// `nil` where the experiment asks for no limits of agreement.
  var agreement: Table? {
    guard evaluation.shows(\.isOfLimits) else { return nil }
    let word = evaluation.clusterWord
    var parts: [Part] = [
      name, estimates, (.init(word), { row, _ in .count(row.pairs.clusterCount) }),
      (.init("effective"), { _, cells in cells.metric(.effectiveClusters) }),
      (.init("bias", unit: "bpm"), { _, cells in cells.metric(.bias) }),
      (.init("its 95 % interval"), { _, cells in cells.interval(.bias) }),
      (.init("SD", unit: "bpm"), { _, cells in cells.metric(.sd) }),
    ]
    // With one window per cluster only the simple limits exist, and they are right.
    let areRepeated = rows.allSatisfy { $0.limits?.areSimple != true }
    if areRepeated || rows.contains(where: { $0.limits?.areSimple == false }) {
      parts.append(limits("limits, repeated measures") { $0.score.repeatedMeasures?.limitsBPM })
    }
    let simple = limits("limits, simple") { $0.score.simple?.limitsBPM }
    if !areRepeated { parts.append(simple) }
    if !areRepeated || evaluation.shows({ $0 == .repeatedLimits }) {
      parts.append((.init("95 % of the lower"), { row, cells in cells.interval(row.limits?.lower) }))
      parts.append((.init("95 % of the upper"), { row, cells in cells.interval(row.limits?.upper) }))
    }
    if areRepeated, evaluation.shows({ $0 == .simpleLimits }) { parts.append(simple) }
    if evaluation.shows({ $0 == .percentileLimits }) {
      parts.append(limits("2.5 to 97.5 %") { $0.score.percentileLimitsBPM })
    }
    return table(parts)
  }

  private func limits(_ title: String, _ limits: @escaping (Evaluation.Row) -> Interval?) -> Part {
    (.init(title, unit: "bpm"), { row, _ in .range(limits(row)) })
  }

  /// What chance reaches on the windows that each detector answered; `nil` where each answered all of them.
  var ownChance: Table? {
    guard let scenario = rows.first?.scenario else { return nil }
    let all = evaluation.chanceLevels[scenario]
    let known = rows.compactMap { row in row.diagnosis?.ownChance.map { (row: row, chance: $0) } }
    guard known.contains(where: { $0.chance.constantMAEBPM != all.constantMAEBPM }) else { return nil }
    return Table(
      columns: [
        .left("detector"), .init("estimates"), .init("MAE", unit: "bpm"),
        .init("others' mean", unit: "bpm"), .init("always \(shortest(all.constantBPM))", unit: "bpm"),
        .init("rate a window ago", unit: "bpm"), .left("MAE below chance"),
      ],
      rows: known.map { row, chance in
        [
          .text(evaluation.detector(of: row)), .count(row.tally.estimates),
          .optional(row.value(.mae), decimals: 2), .optional(chance.othersMeanMAEBPM, decimals: 2),
          .optional(chance.constantMAEBPM, decimals: 2), .optional(chance.holdLastMAEBPM, decimals: 2),
          .text(row.unbeatenChance == nil ? "yes" : "no"),
        ]
      })
  }

  /// Reasons down, detectors across; `nil` where every window has an answer and a reference.
  var silence: Table? {
    let outcomes = rows.flatMap(\.tally.reasons).map(\.outcome).distinct
    guard !outcomes.isEmpty else { return nil }
    let labels = rows.map(evaluation.detector)
    return Table(
      columns: [.left("windows by reason")] + labels.map { .init($0) },
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
