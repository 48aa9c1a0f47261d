internal import CHRFiles
package import HRDiagnostics

/// Columns of a text table, read by libcsv.
///
/// Only the columns asked for are read as numbers; the others may hold any text. A UTF-8 byte order mark, CRLF line ends
/// and blank lines are fine. A delimiter at the end of each row is not a cell. Numbers are decimal, correctly rounded,
/// whatever the locale.
package struct CSVTable: Sendable {
  /// Trimmed texts of the header row; empty without one.
  package let header: [String]
  /// One per asked column, all of the same count; NaN where a value is missing.
  package let columns: [[Double]]
  /// The file's line of row 0.
  package let firstLine: Int

  /// Reads columns as numbers.
  ///
  /// - Throws: all problems of the file, at most ``CSVSource/shownProblems`` of them and a count of the rest.
  package static func read(
    _ path: String, format: CSVFormat, columns: [CSVColumn]
  ) throws(Diagnostics) -> CSVTable {
    let source = try CSVSource(path, format: format)
    let indices = try source.indices(of: columns)
    let parsed = try source.parse(indices, asTexts: false)
    let rows = Int(hr_csv_rows(parsed.table))
    return CSVTable(
      header: source.header,
      columns: indices.indices.map { slot in
        Array(UnsafeBufferPointer(start: hr_csv_column(parsed.table, slot), count: rows))
      },
      firstLine: source.firstLine)
  }

  /// The header's texts.
  package static func header(_ path: String, format: CSVFormat) throws(Diagnostics) -> [String] {
    try CSVSource(path, format: format).header
  }

  /// Reads columns of a small table as texts.
  package static func texts(
    _ path: String, format: CSVFormat, columns: [CSVColumn]
  ) throws(Diagnostics) -> [[String]] {
    let source = try CSVSource(path, format: format)
    let indices = try source.indices(of: columns)
    let parsed = try source.parse(indices, asTexts: true)
    let rows = Int(hr_csv_rows(parsed.table))
    return indices.indices.map { slot in
      (0..<rows).map { row in hr_csv_text(parsed.table, slot, Int64(row)).map { String(cString: $0) } ?? "" }
    }
  }
}
