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

  package static func read(
    _ path: String, format: CSVFormat, columns: [CSVColumn], budget: ReadingBudget = ReadingBudget()
  ) throws(Diagnostics) -> CSVTable {
    try read(path, format: format, columns: columns, moments: [], budget: budget)
  }

  /// A column whose cells are moments.
  struct MomentColumn: Hashable, Sendable {
    let column: CSVColumn
    let form: MomentForm
  }

  /// - Parameters:
  ///   - path: of the file.
  ///   - format: how it is written.
  ///   - columns: those of numbers.
  ///   - moments: those of dates and times.
  ///   - budget: what may be taken.
  static func read(
    _ path: String, format: CSVFormat, columns: [CSVColumn], moments: [MomentColumn], budget: ReadingBudget
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
    let reading = try CSVReading(path, format: format, budget: budget)
    return reading.header
  }

  /// Cells as text, for small tables such as metadata; cells that are not in quotes are trimmed.
  package static func texts(
    _ path: String, format: CSVFormat, columns: [CSVColumn], budget: ReadingBudget = ReadingBudget()
  ) throws(Diagnostics) -> [[String]] {
    let reading = try CSVReading(path, format: format, budget: budget)
    let questions = try reading.fields(of: columns).map { CSVReading.Question(field: $0, kind: .text) }
    let distinct = try reading.parse(questions)
    return questions.map { question in reading.texts(slot: distinct.firstIndex(of: question) ?? 0) }
  }
}
