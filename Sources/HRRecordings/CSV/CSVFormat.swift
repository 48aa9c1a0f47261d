/// How a text table is written.
package struct CSVFormat: Equatable, Sendable {
  package var delimiter = UInt8(ascii: ",")
  /// Runs of blanks and tabs part the cells; ``delimiter`` is not asked, and nothing is quoted.
  package var isPartedByBlanks = false
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
  /// Which rows count; `nil` for all. What stands in the others is not looked at.
  package var keptRows: KeptRows?

  /// Whether a table without a row that counts is good: one that lists what may not have happened.
  package var mayBeEmpty = false

  /// Rows whose cell in a column is one of some texts.
  package struct KeptRows: Equatable, Sendable {
    package let column: CSVColumn
    package let values: [String]

    package init(column: CSVColumn, values: [String]) {
      self.column = column
      self.values = values
    }
  }

  package init() {}
}

/// A column that is asked for: by its header name (blanks around it do not count), or by its index from 0.
package enum CSVColumn: Hashable, Sendable {
  case named(String)
  case at(Int)
}
