/// How a text table is written.
package struct CSVFormat: Equatable, Sendable {
  package var delimiter = UInt8(ascii: ",")
  package var decimalMark = UInt8(ascii: ".")
  /// Physical lines before the table.
  package var skipLines = 0
  /// Lines that start with this text are not part of the table.
  package var commentPrefix: String?
  package var hasHeader = true
  /// Texts that stand for a missing value, compared after trimming; stored as NaN. `""` declares empty cells.
  package var missing: [String] = []
  /// A row whose first cell is this text ends the table.
  package var stopAt: String?

  package init() {}
}

/// A column that is asked for: by its header name (blanks around it do not count), or by its index from 0.
package enum CSVColumn: Equatable, Sendable {
  case named(String)
  case at(Int)
}
