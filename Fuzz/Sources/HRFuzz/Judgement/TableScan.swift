internal import Foundation

/// Checks that a spreadsheet can open a CSV file of the program without computing anything.
enum TableScan {
  static func objection(to bytes: [UInt8]) -> String? {
    guard let rows = rows(bytes) else { return "a quote is never closed" }
    guard let width = rows.first?.count else { return nil }
    for (index, row) in rows.enumerated() {
      if row.count != width { return "row \(index + 1) has \(row.count) cells, the header \(width)" }
      if let cell = row.first(where: isFormula) {
        return "row \(index + 1) holds the formula \(cell.debugDescription)"
      }
    }
    return nil
  }

  /// Returns true for a cell that a spreadsheet computes: it starts with one of these characters and is no number.
  private static func isFormula(_ cell: String) -> Bool {
    guard let first = cell.first, "=+-@".contains(first) else { return false }
    return Double(cell) == nil
  }

  /// - Returns: `nil` if a quote is not closed.
  static func rows(_ bytes: [UInt8]) -> [[String]]? {
    var rows: [[String]] = []
    var row: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var index = 0
    func text() -> String { String(decoding: cell, as: UTF8.self) }
    while index < bytes.count {
      let byte = bytes[index]
      if isQuoted {
        if byte == UInt8(ascii: "\"") {
          if index + 1 < bytes.count, bytes[index + 1] == byte {
            cell.append(byte)
            index += 1
          } else {
            isQuoted = false
          }
        } else {
          cell.append(byte)
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isQuoted = true
        case UInt8(ascii: ","), UInt8(ascii: "\n"):
          row.append(text())
          cell = []
          if byte == UInt8(ascii: "\n") {
            rows.append(row)
            row = []
          }
        default: cell.append(byte)
        }
      }
      index += 1
    }
    if !cell.isEmpty || !row.isEmpty { rows.append(row + [text()]) }
    return isQuoted ? nil : rows
  }
}
