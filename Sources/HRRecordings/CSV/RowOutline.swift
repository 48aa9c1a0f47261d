/// Finds texts whose series stand in rows: few lines, each of many numbers.
enum RowOutline {
  private static let mostLines = 64
  private static let leastCells = 30
  private static let delimiters = [CSVFormat.blanks, ",", ";", "\t"]

  /// - Parameter lines: all lines of a text.
  /// - Returns: `nil` for another kind of text.
  static func outline(_ lines: [String]) -> FileOutline? {
    let full = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    guard (2...mostLines).contains(full.count) else { return nil }
    for delimiter in delimiters {
      var rows = full.map { TableLayout.cells($0, delimiter) }
      for index in rows.indices where rows[index].last?.isEmpty == true { rows[index].removeLast() }
      guard let count = rows.first?.count, count >= max(leastCells, 4 * rows.count),
        rows.allSatisfy({ $0.count == count })
      else { continue }
      let hasNames = rows.allSatisfy { TableLayout.number($0[0], ".") == nil }
      let numbers = rows.map { row in row.dropFirst(hasNames ? 1 : 0).map { TableLayout.number($0, ".") } }
      guard numbers.allSatisfy({ row in row.count { $0 == nil } * 100 <= row.count }) else { continue }
      return outline(numbers, names: hasNames ? rows.map { $0[0] } : nil, delimiter)
    }
    return nil
  }

  private static func outline(_ numbers: [[Double?]], names: [String]?, _ delimiter: String) -> FileOutline {
    var table = TableOutline()
    table.format.delimiterText = delimiter
    table.format.areRows = true
    table.format.hasHeader = names != nil
    var outline = FileOutline(reader: FileReader.csv.rawValue)
    outline.table = table
    outline.series = numbers.enumerated().map { index, row in
      let name = names?[index] ?? ""
      let isAlone = !name.isEmpty && names?.count { $0 == name } == 1
      var series = SeriesOutline(
        .row(isAlone ? .named(name) : .at(index)), name: name, count: row.count,
        summary: ValueSummary(row.map { $0 ?? .nan }))
      series.unit = TableLayout.unit(in: name)
      return series
    }
    return outline
  }
}
