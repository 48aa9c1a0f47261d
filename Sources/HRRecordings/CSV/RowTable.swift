internal import HRSupport

/// A text whose series stand in rows: each line is a series, whose name is its first cell if there is a header.
struct RowTable {
  private let path: String
  private let rows: [Row]

  private struct Row {
    let name: String?
    let line: Int
    let cells: [Substring]
  }

  /// Reads the lines of a text; no number is read.
  init(_ path: String, format: CSVFormat, budget: ReadingBudget) throws(Diagnostics) {
    self.path = path
    let text = try NumberText.text(path, budget: budget)
    let delimiter = Character(UnicodeScalar(format.delimiter))
    var rows: [Row] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated().dropFirst(format.skipLines) {
      if let prefix = format.commentPrefix, !prefix.isEmpty, line.hasPrefix(prefix) { continue }
      if line.allSatisfy(\.isWhitespace) { continue }
      var cells =
        format.isPartedByBlanks
        ? line.split { $0 == " " || $0 == "\t" }
        : line.split(separator: delimiter, omittingEmptySubsequences: false).map(Self.trimmed)
      if let stop = format.stopAt, cells.first.map(String.init) == stop { break }
      let name = format.hasHeader && !cells.isEmpty ? String(cells.removeFirst()) : nil
      // A delimiter at the end of the line begins no cell.
      if cells.last?.isEmpty == true { cells.removeLast() }
      rows.append(Row(name: name, line: index + 1, cells: cells))
    }
    self.rows = rows
    guard !rows.isEmpty else {
      throw Diagnostics(
        "the text is empty: expected rows of numbers, found none", in: path,
        hint: "check skipLines, commentPrefix and stopAt if the file is not empty")
    }
  }

  private static func trimmed(_ cell: Substring) -> Substring {
    var cell = cell
    while let first = cell.first, first == " " || first == "\t" || first == "\"" { cell.removeFirst() }
    while let last = cell.last, last == " " || last == "\t" || last == "\"" { cell.removeLast() }
    return cell
  }

  /// Returns the numbers of the requested rows.
  func contents(
    for request: FileRequest, format: CSVFormat, budget: ReadingBudget
  ) throws(Diagnostics) -> FileContents {
    var contents = FileContents(path: path)
    var problems: [Diagnostic] = []
    for item in request.cells {
      switch item.cell {
      case .row(let wanted):
        guard let row = problems.gather(try row(wanted, isOptional: item.isOptional)) ?? nil else { continue }
        try budget.take(numbers: UInt64(clamping: row.cells.count), place: .init(file: path, line: row.line))
        contents.columns[item.cell] = problems.gather(try numbers(row, format))
      case .moments:
        problems.add(
          "the series of this text are rows, of which only numbers are read, not dates and times",
          in: path, at: item.cell.described)
      default: break
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return contents
  }

  private func row(_ wanted: NameOrIndex, isOptional: Bool) throws(Diagnostics) -> Row? {
    switch wanted {
    case .at(let index):
      if rows.indices.contains(index) { return rows[index] }
      if isOptional { return nil }
      throw Diagnostics(
        "there is no row \(index): the text has \(rows.count)", in: path, hint: "rows count from 0")
    case .named(let name):
      let found = rows.filter { $0.name == name }
      if let only = found.first, found.count == 1 { return only }
      if found.isEmpty, isOptional { return nil }
      throw Diagnostics(
        found.isEmpty
          ? "there is no row \"\(name)\"" : "\(found.count) rows are called \"\(name)\"", in: path,
        hint: found.isEmpty
          ? suggestionHint(for: name, among: rows.compactMap(\.name)) : "ask by index, counted from 0")
    }
  }

  /// Maximum number of wrong cells of a row that are shown.
  private static let mostProblems = 20

  private func numbers(_ row: Row, _ format: CSVFormat) throws(Diagnostics) -> [Double] {
    let mark = format.decimalMark == UInt8(ascii: ",") ? "," : "."
    var problems: [Diagnostic] = []
    var count = 0
    let numbers = row.cells.enumerated().map { index, cell -> Double in
      let text = String(cell)
      if format.missing.contains(text) { return .nan }
      if let number = TableLayout.number(text, mark), number.isFinite { return number }
      count += 1
      if problems.count < Self.mostProblems {
        problems.append(
          Diagnostic(
            "expected a number in the row, found \(JSONText.quoted(text.shortened)) as its entry \(index)",
            place: .init(file: path, line: row.line),
            hint:
              "if it stands for a missing value: \"missing\": [\(JSONText.quoted(text.shortened))] in the descriptor's file"
          ))
      }
      return .nan
    }
    if count > problems.count { problems.add("and \(count - problems.count) more like these", in: path) }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return numbers
  }
}
