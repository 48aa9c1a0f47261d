internal import CHRFiles
internal import HRSupport

/// Messages about problems of a text table.
enum CSVProblem {
  static func unopened(
    _ refusal: hr_table_refusal, path: String, budget: ReadingBudget
  ) -> Diagnostics {
    let place = Diagnostic.Place(file: path)
    let line = Diagnostic.Place(file: path, line: Int(clamping: refusal.line))
    switch refusal.status {
    case HR_TABLE_IS_DIRECTORY:
      return Diagnostics("expected a file, found a folder", place: place)
    case HR_TABLE_NOT_A_FILE:
      return Diagnostics("expected a file, found a device or pipe", place: place)
    case HR_TABLE_EMPTY:
      return Diagnostics("the file is empty", place: place, hint: "was the download interrupted?")
    case HR_TABLE_UTF16:
      return Diagnostics(
        "the file is UTF-16 text: expected UTF-8", place: place,
        hint: "convert it: iconv -f UTF-16 -t UTF-8 in.csv > out.csv")
    case HR_TABLE_UTF16_LITTLE, HR_TABLE_UTF16_BIG:
      let name = refusal.status == HR_TABLE_UTF16_LITTLE ? "UTF-16LE" : "UTF-16BE"
      return Diagnostics(
        "the file looks like \(name) text without a mark, two bytes a letter: expected UTF-8", place: place,
        hint: "convert it: iconv -f \(name) -t UTF-8 in.csv > out.csv")
    case HR_TABLE_BINARY:
      return Diagnostics(
        "the file is not text: it holds a NUL byte", place: line, hint: "is it a compressed or binary file?")
    case HR_TABLE_NO_MEMORY: return noMemory(path)
    case HR_TABLE_TOO_LARGE:
      let isTable = refusal.bytes > UInt64(clamping: budget.limits[.tableBytes])
      return budget.limits.problem(
        isTable ? .tableBytes : .recordingBytes, "the file has \(refusal.bytes) bytes",
        needed: isTable ? refusal.bytes : budget.needed(refusal.bytes), place: place)
    case HR_TABLE_LONG_LINE:
      return budget.limits.problem(
        .lineBytes, "the line has \(refusal.bytes) bytes", needed: refusal.bytes, place: line)
    default:
      return Diagnostics(
        "the file cannot be read: \(String(cString: hr_system_message(refusal.system_error)))", place: place)
    }
  }

  static func noMemory(_ path: String) -> Diagnostics {
    Diagnostics("the file does not fit in memory", in: path)
  }

  /// Returns the problems kept while parsing, and a note with the number of the others.
  static func all(
    of table: OpaquePointer, path: String, format: CSVFormat, header: [String],
    kinds: [CSVReading.Question], budget: ReadingBudget
  ) -> [Diagnostic] {
    let kept = hr_table_problem_count(table)
    let total = hr_table_problem_total(table)
    let expected = Int(clamping: hr_table_expected_cells(table))
    var list = (0..<kept).map { index in
      diagnostic(
        hr_table_problem(table, index), path: path, format: format, header: header, expected: expected,
        kinds: kinds, limits: budget.limits)
    }
    if total > kept {
      list.add("and \(total - kept) more problems like these", in: path)
    }
    return list
  }

  private static func diagnostic(
    _ problem: hr_problem, path: String, format: CSVFormat, header: [String], expected: Int,
    kinds: [CSVReading.Question], limits: ReadingLimits
  ) -> Diagnostic {
    let field = Int(clamping: problem.field)
    let spoken = header.indices.contains(field) ? header[field].shortened : nil
    let name = header.named(field)
    let kind = kinds.first { $0.field == field }?.kind ?? .number
    let place = Diagnostic.Place(file: path, line: Int(clamping: problem.line), path: spoken)
    let row = Diagnostic.Place(file: path, line: Int(clamping: problem.line))
    let cell = withUnsafeBytes(of: problem.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    switch problem.kind {
    case HR_PROBLEM_TEXT:
      return Diagnostic(
        "expected a number in column \(name), found \"\(cell)\"", place: place,
        hint: hint(for: cell, format: format))
    case HR_PROBLEM_EMPTY:
      return Diagnostic(
        "expected \(kind.expected) in column \(name), found an empty cell", place: place, hint: missing(""))
    case HR_PROBLEM_MOMENT:
      return MomentProblem.unread(
        kind.expected, found: "\"\(cell)\"", in: "column \(name)", place: place,
        hint: kind.form.flatMap { MomentHint.hint(for: cell, $0) } ?? missing(cell))
    case HR_PROBLEM_ZONE, HR_PROBLEM_NO_ZONE:
      return MomentProblem.zone(isNamed: problem.kind == HR_PROBLEM_ZONE, in: "column \(name)", place: place)
    case HR_PROBLEM_NOT_FINITE:
      return Diagnostic(
        "expected a finite number in column \(name), found \"\(cell)\"", place: place, hint: missing(cell))
    case HR_PROBLEM_CELL_COUNT:
      return Diagnostic(
        "expected \(expected) cells in the row, found \(field)", place: row,
        hint: field < expected ? "was the file cut off?" : "is a cell with the delimiter missing its quotes?")
    case HR_PROBLEM_STRAY_QUOTE:
      return Diagnostic(
        "a double quote stands inside a cell", place: row,
        hint: "a cell with quotes is written in quotes, each inner one doubled")
    case HR_PROBLEM_UNCLOSED_QUOTE:
      return Diagnostic(
        "a double quote is opened in this row and never closed", place: row, hint: "was the file cut off?")
    case HR_PROBLEM_TOO_MANY_CELLS:
      return limits.problem(
        .columns, "the row has \(field + 1) cells or more", needed: UInt64(clamping: 2 * limits[.columns]),
        place: row
      ).first
    case HR_PROBLEM_TOO_MANY_VALUES:
      return limits.problem(
        .recordingBytes, "up to here the file and its numbers take more memory",
        needed: UInt64(clamping: 2 * limits[.recordingBytes]), place: row
      ).first
    default:
      return Diagnostic("the table does not fit in memory", place: row)
    }
  }

  /// Returns the hint for a cell that may mark a missing value, with the cell in its own spelling.
  private static func missing(_ cell: String) -> String {
    "if it stands for a missing value: \"missing\": [\(JSONText.quoted(cell))] in the descriptor's file"
  }

  private static func hint(for cell: String, format: CSVFormat) -> String {
    let comma = UInt8(ascii: ",")
    let dotted = cell.utf8.map { $0 == comma ? UInt8(ascii: ".") : $0 }
    if format.decimalMark != comma, cell.utf8.contains(comma),
      Double(String(decoding: dotted, as: UTF8.self)) != nil
    {
      return
        "this looks like a decimal comma: set decimalMark to \",\" (such files often part cells by \";\")"
    }
    if cell.utf8.contains(UInt8(ascii: ";")) { return "is the delimiter \";\"?" }
    if cell.utf8.contains(UInt8(ascii: "\t")) { return "is the delimiter a tab?" }
    if let hint = MomentHint.hint(forNumber: cell) { return hint }
    return missing(cell)
  }
}
