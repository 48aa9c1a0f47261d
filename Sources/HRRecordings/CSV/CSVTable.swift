package import HRDiagnostics

/// Columns of numbers read from a delimited text file; only the asked columns need to be numbers.
package struct CSVTable: Sendable {
  /// Names as in the file, trimmed; empty without a header.
  package let header: [String]
  /// One per asked column, of equal counts; NaN where the cell is one of the format's missing texts.
  package let columns: [[Double]]
  /// File line of row 0, counted from 1.
  package let firstLine: Int
  /// File line of each row; `nil` where they follow each other from ``firstLine`` on.
  package let rowLines: [Int]?

  package static func read(
    _ path: String, format: CSVFormat, columns: [CSVColumn], budget: ReadingBudget = ReadingBudget()
  ) throws(Diagnostics) -> CSVTable {
    let reading = try CSVReading(path, format: format, budget: budget)
    let fields = try reading.fields(of: columns)
    let distinct = try reading.parse(fields, asNumbers: true)
    for _ in distinct {
      try budget.take(numbers: UInt64(clamping: reading.rowCount), place: .init(file: path))
    }
    return CSVTable(
      header: format.hasHeader ? reading.firstRow : [],
      columns: fields.map { field in reading.numbers(slot: distinct.firstIndex(of: field) ?? 0) },
      firstLine: reading.firstLine, rowLines: reading.rowLines)
  }

  /// - Returns: the header's names; empty when the format has no header.
  package static func header(
    _ path: String, format: CSVFormat, budget: ReadingBudget = ReadingBudget()
  ) throws(Diagnostics) -> [String] {
    let reading = try CSVReading(path, format: format, budget: budget)
    return format.hasHeader ? reading.firstRow : []
  }

  /// Cells as text, for small tables such as metadata; cells that are not in quotes are trimmed.
  package static func texts(
    _ path: String, format: CSVFormat, columns: [CSVColumn], budget: ReadingBudget = ReadingBudget()
  ) throws(Diagnostics) -> [[String]] {
    let reading = try CSVReading(path, format: format, budget: budget)
    let fields = try reading.fields(of: columns)
    let distinct = try reading.parse(fields, asNumbers: false)
    return fields.map { field in reading.texts(slot: distinct.firstIndex(of: field) ?? 0) }
  }
}
