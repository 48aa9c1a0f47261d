internal import HRSupport

/// A table with one row per subject or recording.
struct MetadataTable {
  let path: String
  let format: CSVFormat
  let keyColumn: String
  let column: String
  let budget: ReadingBudget

  /// Returns the value in the row of a key; `nil` without such a row or with an empty cell.
  func value(of key: String) throws(Diagnostics) -> String? {
    let columns: [[String]]
    do {
      columns = try CSVTable.texts(
        path, format: format, columns: [.named(keyColumn), .named(column)],
        budget: budget)
    } catch {
      throw Diagnostics(error.first)
    }
    guard let keys = columns.first, let values = columns.last, columns.count == 2 else { return nil }
    let rows = keys.indices.filter { keys[$0] == key }
    guard rows.count <= 1 else {
      throw Diagnostics("\(rows.count) rows have \"\(key)\" in column \"\(keyColumn)\"", in: path)
    }
    return rows.first.flatMap { values[$0].isEmpty ? nil : values[$0] }
  }
}
