internal import HREvaluation
internal import HRStatistics

/// A column of tables with a row per (scenario, detector): its heading, and the function that makes its cells.
struct RowColumn {
  let column: Table.Column
  let cell: (RowCells) -> Cell

  init(_ column: Table.Column, _ cell: @escaping (RowCells) -> Cell) {
    (self.column, self.cell) = (column, cell)
  }

  /// Returns the column of a metric, under the metric's title if no other is given; its cells have the value alone if
  /// they are not made otherwise.
  static func metric(
    _ metric: Metric, title: String? = nil, _ cell: ((RowCells) -> Cell)? = nil
  ) -> RowColumn {
    .init(.init(title ?? metric.heading ?? metric.name, unit: metric.kind.shownUnit)) {
      cell?($0) ?? $0.metric(metric)
    }
  }

  /// Returns the column of a metric with its interval.
  static func short(_ metric: Metric) -> RowColumn { .metric(metric) { $0.short(metric) } }

  static var estimates: RowColumn { .init(.init("estimates")) { .count($0.row.tally.estimates) } }
  static var rightOfAll: RowColumn { .metric(.rightOfAll, title: "right of all") { $0.rightOfAll } }
  static var coverage: RowColumn { .metric(.coverage) { $0.coverage } }
  static var sd: RowColumn { .metric(.sd, title: "SD") }

  static func clusters(_ word: String) -> RowColumn {
    .init(.init(word)) { .count($0.row.score.clusterCount) }
  }

  /// Returns the column of the limits of agreement that fit a row's pairs.
  static func limits(_ title: String = "limits", decimals: Int = 2) -> RowColumn {
    .init(.init(title, unit: "bpm")) { .range($0.row.limits?.limits, decimals: decimals) }
  }

  /// Returns the column with another priority.
  func importance(_ importance: Int) -> RowColumn {
    .init(.init(column.title, unit: column.unit, importance: importance), cell)
  }
}

extension [RowColumn] {
  func cells(of row: Evaluation.Row, _ evaluation: Evaluation) -> [Cell] {
    let cells = RowCells(row: row, clusterWord: evaluation.clusterWord)
    return map { $0.cell(cells) }
  }

  func table(of rows: [Evaluation.Row], _ evaluation: Evaluation) -> Table {
    Table(columns: map(\.column), rows: rows.map { cells(of: $0, evaluation) })
  }
}
