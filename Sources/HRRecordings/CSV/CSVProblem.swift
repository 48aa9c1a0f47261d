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
    case HR_TABLE_NUL_END:
      return Diagnostics(
        "the text ends here, and \(refusal.bytes) NUL bytes follow: was the power lost while it was written?",
        place: line, hint: "take them away: tr -d '\\000' < in.csv > out.csv")
    case HR_TABLE_NO_MEMORY: return noMemory(path)
    case HR_TABLE_TOO_LARGE:
      let isTable = refusal.bytes > UInt64(clamping: budget.limits[.tableBytes])
      let has =
        refusal.is_packed != 0
        ? "the file unpacks to \(refusal.bytes) bytes or more" : "the file has \(refusal.bytes) bytes"
      return budget.limits.problem(
        isTable ? .tableBytes : .recordingBytes, has,
        needed: isTable ? refusal.bytes : budget.needed(refusal.bytes), place: place)
    case HR_TABLE_GZIP:
      return Diagnostics(
        refusal.is_cut != 0
          ? "the file is packed by gzip, and ends before the packed text does"
          : "the file is packed by gzip, and its packed bytes are damaged", place: place,
        hint: refusal.is_cut != 0
          ? "was the download interrupted? this saves what is there: gunzip < in.csv.gz > out.csv"
          : "fetch it again: gzip -t says whether a copy is whole")
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
    let found = (0..<kept).map { hr_table_problem(table, $0) }
    let uneven = Set(found.filter { $0.kind == HR_PROBLEM_CELL_COUNT }.map(\.line))
    // A single row of words, one in each column of numbers that is read.
    let words = found.filter { $0.kind == HR_PROBLEM_TEXT && beginsTable(text(of: $0)) }
    let isHeader =
      words.count > 1 && words.count == found.count && Set(words.map(\.line)).count == 1
      && total == found.count && !header.contains(text(of: words[0]))
    var list = found.map { problem in
      var diagnostic = diagnostic(
        problem, path: path, format: format, header: header, expected: expected, kinds: kinds,
        limits: budget.limits)
      // The hint is that of the row.
      if problem.kind != HR_PROBLEM_CELL_COUNT, uneven.contains(problem.line) { diagnostic.hint = nil }
      if isHeader { diagnostic.hint = problem.field == 0 ? anotherTable(text(of: problem)) : nil }
      return diagnostic
    }
    // What follows is of the next table.
    let next = found.first { $0.kind == HR_PROBLEM_CELL_COUNT && beginsTable(text(of: $0)) }?.line
    if let next { list.removeAll { ($0.place?.line ?? 0) > next } }
    if total > list.count {
      let more = total - list.count
      list.add(
        next == nil ? "and \(more) more problems like these" : "and \(more) problems behind it", in: path)
    }
    return list
  }

  /// Returns true for a cell, the first of a row of another length, that may be a name in the header of another table.
  private static func beginsTable(_ start: String) -> Bool { start.first?.isLetter == true }

  private static func text(of problem: hr_problem) -> String {
    withUnsafeBytes(of: problem.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
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
    let cell = text(of: problem)
    switch problem.kind {
    case HR_PROBLEM_TEXT:
      return Diagnostic(
        "expected a number in column \(name), found \"\(cell)\"", place: place,
        hint: cell == spoken
          ? "the header stands here again, as where a logger began anew: make two recordings of it: head -n \(problem.line - 1) in.csv > first.csv; tail -n +\(problem.line) in.csv > second.csv"
          : hint(for: cell, format: format))
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
        hint: hint(forRowWith: field, of: expected, beginning: cell, line: problem.line))
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

  private static func anotherTable(_ start: String) -> String {
    "does another table begin here? \"stopAt\": \(JSONText.quoted(start)) in the \"csv\" of its file ends this one before it"
  }

  /// - Parameter start: first cell of the row, if no line before begins so.
  private static func hint(forRowWith cells: Int, of expected: Int, beginning start: String, line: Int64)
    -> String
  {
    if beginsTable(start) { return anotherTable(start) }
    return cells < expected
      ? "was the file cut off here, or a delimiter lost? this leaves the row out: sed '\(line)d' in.csv > out.csv"
      : "is a cell with the delimiter missing its quotes? this leaves the row out: sed '\(line)d' in.csv > out.csv"
  }

  /// Hint for numbers with commas between thousands.
  static let thousands =
    "take the commas away: sed -E ':a; s/\"([-+]?[0-9]+),([0-9]{3})([,.0-9]*)\"/\"\\1\\2\\3\"/; ta' in.csv > out.csv"

  private static func hint(for cell: String, format: CSVFormat) -> String {
    let comma = UInt8(ascii: ",")
    if format.decimalMark != comma, format.delimiter == comma,
      cell.wholeMatch(of: /[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?/) != nil
    {
      return "this looks like a number with commas between thousands; \(thousands)"
    }
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
