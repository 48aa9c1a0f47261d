/// How a text table is written.
package struct CSVFormat: Equatable, Sendable {
  package var delimiter = UInt8(ascii: ",")
  package var decimalMark = UInt8(ascii: ".")
  /// Lines before the header (or the first row) that say something else.
  package var skipLines = 0
  /// Lines at the top that start with this are passed over, after ``skipLines``.
  package var commentPrefix: String?
  package var hasHeader = true
  /// Texts that stand for a missing value; read as NaN.
  package var missing: [String] = []
  /// A row whose first cell is this ends the table.
  package var stopAt: String?

  package init() {}
}

/// A column of a text table.
package enum CSVColumn: Equatable, Sendable {
  /// By the header's text, blanks around it trimmed.
  case named(String)
  /// Counted from 0.
  case at(Int)
}
