internal import CHRFiles
internal import HRSupport

/// One pass over one delimited text file, from opening to its problems in words.
final class CSVReading {
  private let table: OpaquePointer
  private let path: String
  private let format: CSVFormat
  private let budget: ReadingBudget
  /// The header's names, or the first row's cells of a table without header.
  let firstRow: [String]

  init(_ path: String, format: CSVFormat, budget: ReadingBudget) throws(Diagnostics) {
    var availableBytes = hr_table_limits(budget)
    var refusal = hr_table_refusal()
    guard let table = hr_table_open(path, &availableBytes, &refusal) else {
      throw CSVProblem.unopened(refusal, path: path, budget: budget)
    }
    self.table = table
    self.path = path
    self.format = format
    self.budget = budget
    var isComplete =
      hr_table_set_format(
        table, format.delimiter, format.decimalMark, Int64(clamping: format.skipLines),
        format.hasHeader ? 1 : 0,
        format.commentPrefix, format.stopAt) == 0
    if format.isPartedByBlanks { hr_table_part_by_blanks(table) }
    hr_table_skip_below_header(table, Int64(clamping: format.skipBelowHeader))
    for text in format.missing where hr_table_add_missing(table, text) != 0 { isComplete = false }
    guard isComplete, hr_table_scan_first_row(table) == 0 else {
      throw CSVProblem.noMemory(path)
    }
    firstRow = (0..<hr_table_first_row_count(table)).map { index in
      var length = 0
      return Self.text(hr_table_first_row_cell(table, index, &length), length).trimmed
    }
    let problems = CSVProblem.all(
      of: table, path: path, format: format, header: [], kinds: [], budget: budget)
    if !problems.isEmpty { throw Diagnostics(problems) }
    guard !firstRow.isEmpty else {
      let wanted = format.hasHeader ? "a header line" : "rows of cells"
      throw Diagnostics(
        "the table is empty: expected \(wanted), found none", in: path,
        hint: "check skipLines, commentPrefix and stopAt if the file is not empty")
    }
  }

  deinit { hr_table_close(table) }

  /// Hint for a header that is not UTF-8; `nil` if no name has a replacement character.
  private var foreignLetters: String? {
    guard firstRow.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else { return nil }
    return
      "the header is not UTF-8 text and looks like Latin-1; convert the file: iconv -f WINDOWS-1252 -t UTF-8 in.csv > out.csv"
  }

  var rowCount: Int { hr_table_rows(table) }

  var firstLine: Int { Int(clamping: hr_table_first_line(table)) }

  /// Line of each row; `nil` where all rows are kept.
  var rowLines: [Int]? {
    guard let lines = hr_table_row_lines(table) else { return nil }
    return UnsafeBufferPointer(start: lines, count: rowCount).map { Int(clamping: $0) }
  }

  /// Returns the indices of the requested columns; every unknown or ambiguous one is reported.
  func fields(of columns: [NameOrIndex]) throws(Diagnostics) -> [Int] {
    var problems: [Diagnostic] = []
    var fields: [Int] = []
    let place = Diagnostic.Place(file: path)
    for column in columns {
      switch column {
      case .at(let index):
        if firstRow.indices.contains(index) {
          fields.append(index)
        } else {
          problems.add(
            "there is no column with index \(index): the table has \(firstRow.count) columns", place: place,
            hint: "indices count from 0; is the delimiter right?")
        }
      case .named(let name):
        guard format.hasHeader else {
          problems.add(
            "column \"\(name)\" is asked for by name, but the table has no header", place: place,
            hint: "ask by index, counted from 0")
          continue
        }
        let matches = firstRow.indices.filter { firstRow[$0] == name.trimmed }
        if matches.count == 1 {
          fields.append(matches[0])
        } else if matches.isEmpty {
          problems.add(
            "there is no column \"\(name)\"", place: place,
            hint: foreignLetters ?? suggestionHint(for: name, among: firstRow))
        } else {
          let spots = matches.map(String.init).joined(separator: ", ")
          problems.add(
            "column \"\(name)\" stands \(matches.count) times in the header", place: place,
            hint: "ask by index (counted from 0): \(spots)")
        }
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return fields
  }

  /// Kind of the cells of a column.
  enum Kind: Hashable {
    case text, number
    case moment(MomentForm)

    var expected: String {
      switch self {
      case .text: "a text"
      case .number: "a number"
      case .moment(let form): form.expected
      }
    }

    /// Form of the moments; `nil` for texts and numbers.
    var form: MomentForm? { if case .moment(let form) = self { form } else { nil } }
  }

  struct Question: Hashable {
    let field: Int
    let kind: Kind
  }

  /// Parses the rows; throws the problems that it finds in them.
  ///
  /// - Returns: the distinct questions, in the order of the slots that hold the answers.
  func parse(_ questions: [Question]) throws(Diagnostics) -> [Question] {
    var distinct: [Question] = []
    if let kept = format.keptRows, let field = try self.fields(of: [kept.column]).first {
      for text in kept.values {
        guard hr_table_keep_rows(table, field, text) == 0 else { throw CSVProblem.noMemory(path) }
      }
    }
    for question in questions where !distinct.contains(question) {
      if let other = distinct.first(where: { $0.field == question.field }) {
        throw Diagnostics(
          "column \(header.named(question.field)) is asked for as \(other.kind.expected) and as \(question.kind.expected)",
          in: path)
      }
      distinct.append(question)
      guard ask(question) == 0 else { throw CSVProblem.noMemory(path) }
    }
    guard hr_table_parse(table) == 0 else { throw CSVProblem.noMemory(path) }
    let problems = CSVProblem.all(
      of: table, path: path, format: format, header: header, kinds: distinct, budget: budget)
    if !problems.isEmpty { throw Diagnostics(problems) }
    guard hr_table_rows(table) > 0 || format.mayBeEmpty else {
      if let kept = format.keptRows {
        throw Diagnostics(
          "no row of the table has \(kept.spokenValues) in \(kept.column.spoken)", in: path,
          hint: "\"keepRows\" says which rows count; cells are compared letter by letter")
      }
      throw Diagnostics(
        "the table has a header but no data rows", in: path, hint: "was the recording interrupted?")
    }
    return distinct
  }

  /// Names of the columns; empty without a header.
  var header: [String] { format.hasHeader ? firstRow : [] }

  private func ask(_ question: Question) -> Int32 {
    switch question.kind {
    case .text: return hr_table_ask(table, question.field, 0)
    case .number: return hr_table_ask(table, question.field, 1)
    case .moment(let form):
      var compiled = form.compiled
      return hr_table_ask_moments(table, question.field, &compiled)
    }
  }

  func moments(slot: Int) -> Moments {
    Moments(
      nanoseconds: Array(
        UnsafeBufferPointer(start: hr_table_moments(table, slot), count: hr_table_rows(table))),
      isZoned: hr_table_names_zones(table, slot) != 0)
  }

  func numbers(slot: Int) -> [Double] {
    Array(UnsafeBufferPointer(start: hr_table_numbers(table, slot), count: hr_table_rows(table)))
  }

  func texts(slot: Int) -> [String] {
    (0..<hr_table_rows(table)).map { row in
      var length = 0
      return Self.text(hr_table_text(table, slot, row, &length), length)
    }
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    UnsafeBufferPointer(start: start, count: length).withMemoryRebound(to: UInt8.self) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension CSVFormat.KeptRows {
  /// `"N" or "V"`
  fileprivate var spokenValues: String { values.map(JSONText.quoted).joined(separator: " or ") }
}

extension [String] {
  /// Returns a column's name in quotes, else its index: `"time"`, `with index 3`.
  func named(_ field: Int) -> String {
    indices.contains(field) ? "\"\(self[field].shortened)\"" : "with index \(field)"
  }
}

extension NameOrIndex {
  var spoken: String { spoken(as: "column") }

  /// - Parameter noun: `column`, `row`.
  func spoken(as noun: String) -> String {
    switch self {
    case .named(let name): "\(noun) \(JSONText.quoted(name))"
    case .at(let index): "\(noun) \(index)"
    }
  }
}

extension hr_table_limits {
  fileprivate init(_ budget: ReadingBudget) {
    self.init(
      file_bytes: UInt64(clamping: budget.limits[.tableBytes]),
      line_bytes: UInt64(clamping: budget.limits[.lineBytes]),
      cells: UInt64(clamping: budget.limits[.columns]), bytes: UInt64(clamping: budget.left))
  }
}

extension String {
  /// Text without blanks, tabs and byte order marks at its ends.
  fileprivate var trimmed: String {
    let outer: [Unicode.Scalar] = [" ", "\t", "\u{FEFF}"]
    return String(Substring(self).unicodeScalars.trimming(outer.contains))
  }
}
