/// Format of a delimited text table.
package struct CSVFormat: Equatable, Sendable {
  package var delimiter = UInt8(ascii: ",")
  /// True if runs of blanks and tabs separate the cells. ``delimiter`` is then ignored, and no cell is quoted.
  package var isPartedByBlanks = false
  package var decimalMark = UInt8(ascii: ".")
  /// Physical lines before the table.
  package var skipLines = 0
  /// Lines that start with this text are not part of the table.
  package var commentPrefix: String?
  package var hasHeader = true
  /// Texts that mark a missing value, compared after trimming; stored as NaN. `""` declares empty cells.
  package var missing: [String] = []
  /// A row whose first cell is this text ends the table.
  package var stopAt: String?
  /// Selection of the rows that are read; `nil` for all. The cells of other rows are not checked.
  package var keptRows: KeptRows?

  /// True if a table without a selected row is valid: an event list that may be empty.
  package var mayBeEmpty = false

  /// Rows whose cell in a column is one of some texts.
  package struct KeptRows: Equatable, Sendable {
    package let column: CSVColumn
    package let values: [String]
  }

  package init() {}
}

/// A column that is asked for: by its header name (blanks around it do not count), or by its index from 0.
package enum CSVColumn: Hashable, Sendable {
  case named(String)
  case at(Int)
}
