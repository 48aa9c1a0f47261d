package import HRSupport

/// Columns of numbers read from a delimited text file; only the requested columns need to be numbers.
package struct CSVTable: Sendable {
  /// Names as in the file, trimmed; empty without a header.
  package let header: [String]
  /// Requested columns, all of the same count; NaN where the cell is one of the format's missing texts.
  package let columns: [[Double]]
  /// Columns requested as moments, with the same number of rows.
  let moments: [Moments]
  /// File line of row 0, counted from 1.
  package let firstLine: Int
  /// File line of each row; `nil` where they follow each other from ``firstLine`` on.
  package let rowLines: [Int]?

  /// A column whose cells are moments.
  package struct MomentColumn: Hashable, Sendable {
    let column: NameOrIndex
    let form: MomentForm
  }

  /// - Parameters:
  ///   - path: of the file.
  ///   - format: how it is written.
  ///   - columns: those of numbers.
  ///   - moments: those of dates and times.
  ///   - budget: what may be taken.
  package static func read(
    _ path: String, format: CSVFormat, columns: [NameOrIndex], moments: [MomentColumn] = [],
    budget: ReadingBudget = ReadingBudget()
  ) throws(Diagnostics) -> CSVTable {
    let reading = try CSVReading(path, format: format, budget: budget)
    let kinds = columns.map { _ in CSVReading.Kind.number } + moments.map { .moment($0.form) }
    let questions = zip(try reading.fields(of: columns + moments.map(\.column)), kinds)
      .map { CSVReading.Question(field: $0, kind: $1) }
    let distinct = try reading.parse(questions)
    try budget.foresee(numbers: distinct.map { _ in UInt64(clamping: reading.rowCount) }, in: path)
    for _ in distinct {
      try budget.take(numbers: UInt64(clamping: reading.rowCount), place: .init(file: path))
    }
    func slot(_ question: CSVReading.Question) -> Int { distinct.firstIndex(of: question) ?? 0 }
    return CSVTable(
      header: reading.header,
      columns: questions.prefix(columns.count).map { reading.numbers(slot: slot($0)) },
      moments: questions.dropFirst(columns.count).map { reading.moments(slot: slot($0)) },
      firstLine: reading.firstLine, rowLines: reading.rowLines)
  }

  /// - Returns: the header's names; empty when the format has no header.
  package static func header(
    _ path: String, format: CSVFormat, budget: ReadingBudget = ReadingBudget()
  ) throws(Diagnostics) -> [String] {
    try CSVReading(path, format: format, budget: budget).header
  }

  /// Cells as text, for small tables such as metadata; cells that are not in quotes are trimmed.
  package static func texts(
    _ path: String, format: CSVFormat, columns: [NameOrIndex], budget: ReadingBudget = ReadingBudget()
  ) throws(Diagnostics) -> [[String]] {
    let reading = try CSVReading(path, format: format, budget: budget)
    let questions = try reading.fields(of: columns).map { CSVReading.Question(field: $0, kind: .text) }
    let distinct = try reading.parse(questions)
    return questions.map { question in reading.texts(slot: distinct.firstIndex(of: question) ?? 0) }
  }
}

/// Format of a delimited text table.
package struct CSVFormat: Codable, Equatable, Sendable {
  package var delimiter = UInt8(ascii: ",")
  /// True if runs of blanks and tabs separate the cells. ``delimiter`` is then ignored, and no cell is quoted.
  package var isPartedByBlanks = false
  package var decimalMark = UInt8(ascii: ".")
  /// Physical lines before the table.
  package var skipLines = 0
  /// Number of rows between the header and the data.
  package var skipBelowHeader = 0
  /// True if each line is a series, whose name is its first cell if there is a header.
  package var areRows = false
  /// Lines that start with this text are not part of the table, nor is what stands behind the last cell of a row from
  /// a cell on that starts with it.
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
  package struct KeptRows: Codable, Equatable, Sendable {
    package let column: NameOrIndex
    package let values: [String]
  }

  package init() {}

  /// Delimiter as in descriptors: `;` or `blanks`.
  var delimiterText: String {
    get { isPartedByBlanks ? Self.blanks : String(UnicodeScalar(delimiter)) }
    set {
      isPartedByBlanks = newValue == Self.blanks
      if !isPartedByBlanks, let byte = newValue.utf8.first { delimiter = byte }
    }
  }

  static let blanks = "blanks"
}

/// A column or signal that is asked for: by its name in the header (blanks around it do not count), or by its index
/// from 0.
package enum NameOrIndex: Codable, Hashable, Sendable {
  case named(String)
  case at(Int)
}
