internal import HREvaluation

/// Mean absolute errors of a sweep: detectors as rows, severities (or lengths, or starts) as columns. Before
/// severities comes the error without damage.
struct SeverityTable {
  let family: SeverityFamily
  let evaluation: Evaluation

  /// One table; of more values than a table has columns, one below the other.
  var tables: [Table] {
    let plan = evaluation.plan
    let clean = family.measure == .severity ? plan.scenarios.firstIndex { !$0.changesSignals } : nil
    let columns =
      (clean.map { [(scenario: $0, title: "undamaged")] } ?? [])
      + family.points.map {
        (scenario: $0.scenario, title: plan.scenarios[$0.scenario].swept(family.parameter))
      }
    return columns.inTables.map { shown in
      Table(
        columns: [.left("MAE in bpm")] + shown.map { .init($0.title) },
        rows: family.detectors(in: plan).map { detector in
          [.text(plan.detectors[detector].label)] + shown.map { cell($0.scenario, detector) }
        })
    }
  }

  /// Returns `1.08 [0.72, 1.44]`. If not all windows got an answer, the share that did follows:
  /// `1.08 [0.72, 1.44], 96 %`.
  private func cell(_ scenario: Int, _ detector: Int) -> Cell {
    guard let row = evaluation.row(scenario: scenario, detector: detector) else { return .missing("no rows") }
    guard row.tally.windows > 0 else { return .missing("no windows") }
    guard let mae = row.value(.mae) else { return .missing("no answer") }
    var text = fixed(mae, decimals: 2)
    if let interval = row.interval(.mae) {
      text += " [\(fixed(interval.low, decimals: 2)), \(fixed(interval.high, decimals: 2))]"
    }
    if let coverage = row.tally.coverage, coverage < 0.995 {
      text += ", \(fixed(100 * coverage, decimals: 0)) %"
    }
    return .figures(text)
  }
}
