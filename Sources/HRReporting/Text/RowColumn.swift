internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// A column of a table: its heading, and the function that makes the cell of a row.
struct TableColumn<Row> {
  let column: Table.Column
  let cell: (Row) -> Cell

  init(_ column: Table.Column, _ cell: @escaping (Row) -> Cell) {
    (self.column, self.cell) = (column, cell)
  }

  static func words(
    _ title: String, importance: Int = 5, _ words: @escaping (Row) -> String
  ) -> Self {
    .init(.left(title, importance: importance)) { .text(words($0)) }
  }

  /// Returns a column of names, which a narrow terminal may cut.
  static func names(_ title: String, importance: Int = 5, _ name: @escaping (Row) -> String) -> Self {
    .init(.init(title, alignment: .leading, importance: importance, holdsNames: true)) { .text(name($0)) }
  }

  static func count(_ title: String, importance: Int = 5, _ count: @escaping (Row) -> Int) -> Self {
    .init(.init(title, importance: importance)) { .count(count($0)) }
  }

  /// Returns the column of a figure that is a metric of something else than a row of a run, under the metric's title
  /// if no other is given.
  ///
  /// - Parameters:
  ///   - reason: shown where there is no value.
  ///   - value: of a row; a share from 0 to 1.
  static func figure(
    _ metric: Metric, _ title: String? = nil, importance: Int = 5, else reason: String = "",
    _ value: @escaping (Row) -> Double?
  ) -> Self {
    .init(.init(title ?? metric.heading ?? metric.name, unit: metric.kind.shownUnit, importance: importance))
    {
      .metric(metric, value($0), else: reason)
    }
  }

  /// Returns the column with another priority.
  func importance(_ importance: Int) -> Self {
    .init(.init(column.title, unit: column.unit, importance: importance), cell)
  }
}

extension Table {
  init<Row>(_ columns: [TableColumn<Row>], of rows: [Row]) {
    self.init(columns: columns.map(\.column), rows: rows.map { row in columns.map { $0.cell(row) } })
  }
}

/// A column of tables with a row per (scenario, detector).
typealias RowColumn = TableColumn<RowCells>

extension RowColumn {
  /// Returns the column of a metric, under the metric's title if no other is given; its cells have the value alone if
  /// they are not made otherwise.
  static func metric(
    _ metric: Metric, title: String? = nil, _ cell: ((RowCells) -> Cell)? = nil
  ) -> RowColumn {
    let column = figure(metric, title) { $0.row.value(metric) }
    return cell.map { .init(column.column, $0) } ?? column
  }

  /// Returns the column of a metric with its interval.
  static func short(_ metric: Metric, title: String? = nil) -> RowColumn {
    .metric(metric, title: title) { $0.short(metric) }
  }

  static var estimates: RowColumn { .init(.init("estimates")) { .count($0.row.tally.estimates) } }
  static var rightOfAll: RowColumn { .metric(.rightOfAll, title: "success rate") { $0.rightOfAll } }
  static var coverage: RowColumn { .metric(.coverage) { $0.coverage } }
  static var sd: RowColumn { .metric(.sd, title: "SD") }

  static func clusters(_ word: String) -> RowColumn {
    .init(.init(word)) { .count($0.row.score.clusterCount) }
  }

  /// Returns the column of the limits of agreement that fit a row's pairs.
  static func limits(_ title: String = "limits", decimals: Int = 2) -> RowColumn {
    .init(.init(title, unit: RunPlan.rateUnit)) { .range($0.row.limits?.limits, decimals: decimals) }
  }
}

extension [RowColumn] {
  func cells(of row: Evaluation.Row, _ evaluation: Evaluation) -> [Cell] {
    let cells = RowCells(row: row, clusterWord: evaluation.clusterWord)
    return map { $0.cell(cells) }
  }

  func table(of rows: [Evaluation.Row], _ evaluation: Evaluation) -> Table {
    Table(columns: columns(of: rows, evaluation), rows: rows.map { cells(of: $0, evaluation) })
  }

  /// Returns the headings; those of rates are in the unit of the rows, or in none if these differ in it.
  func columns(of rows: [Evaluation.Row], _ evaluation: Evaluation) -> [Table.Column] {
    let units = rows.map { evaluation.plan.unit(of: $0.scenario) }.distinct
    guard let first = units.first else { return map(\.column) }
    return map { $0.column.ofRates(in: units.count == 1 ? first : "") }
  }
}
