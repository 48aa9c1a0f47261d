internal import CHRFiles
internal import Foundation
internal import HRDiagnostics

/// A text table's bytes, its header, and where its rows begin.
struct CSVSource {
  /// Problems that are shown before the rest is only counted.
  static let shownProblems = 20

  let path: String
  let format: CSVFormat
  private let bytes: Data
  private let rowsStart: Int
  let header: [String]
  let firstLine: Int

  init(_ path: String, format: CSVFormat) throws(Diagnostics) {
    self.path = path
    self.format = format
    bytes = try Self.contents(of: path)
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    try Self.refuseForeignBytes(bytes, path: path)
    var line = 1
    for _ in 0..<format.skipLines {
      guard let next = Self.nextLine(in: bytes, from: position) else {
        throw Self.failure(
          "the file has fewer than the \(format.skipLines) lines to skip", path, line: line,
          hint: "check \"headerLines\" in the descriptor")
      }
      position = next
      line += 1
    }
    if let prefix = format.commentPrefix.map({ Array($0.utf8) }), !prefix.isEmpty {
      while bytes[position...].starts(with: prefix) {
        line += 1
        position = Self.nextLine(in: bytes, from: position) ?? bytes.count
      }
    }
    // Blank lines before the header mean nothing.
    while position < bytes.count, bytes[position] == 10 || bytes[position] == 13 {
      if bytes[position] == 10 { line += 1 }
      position += 1
    }
    if format.hasHeader {
      let end = Self.nextLine(in: bytes, from: position) ?? bytes.count
      header = Self.cells(of: bytes[position..<end], format: format)
      if !header.isEmpty { line += 1 }
      position = end
    } else {
      header = []
    }
    rowsStart = position
    firstLine = line
    guard position < bytes.count else {
      throw Self.failure(
        bytes.isEmpty ? "the file is empty" : "the table has no rows", path, line: nil,
        hint: bytes.isEmpty ? "was its download or export finished?" : nil)
    }
  }

  private static func contents(of path: String) throws(Diagnostics) -> Data {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw failure("the file does not exist", path, line: nil, hint: nil)
    }
    guard !isDirectory.boolValue else {
      throw failure("expected a text table, found a folder", path, line: nil, hint: "name a file inside it")
    }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw failure("the file cannot be read", path, line: nil, hint: "check its permissions")
    }
  }

  private static func refuseForeignBytes(_ bytes: Data, path: String) throws(Diagnostics) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw failure("the file is UTF-16 text", path, line: 1, hint: "save it as UTF-8")
    }
    if bytes.starts(with: [0x89, 0x48, 0x44, 0x46]) {
      throw failure("this is an HDF5 file, not a text table", path, line: nil, hint: "set \"reader\": \"hdf5\"")
    }
    if bytes.prefix(4096).contains(0) {
      throw failure("this is a binary file, not a text table", path, line: nil, hint: nil)
    }
  }

  /// The byte after the next line end; `nil` when there is none.
  private static func nextLine(in bytes: Data, from position: Int) -> Int? {
    guard position < bytes.count, let end = bytes[position...].firstIndex(where: { $0 == 10 || $0 == 13 }) else {
      return nil
    }
    return end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10 ? end + 2 : end + 1
  }

  /// The cells of one line, as texts.
  private static func cells(of line: Data, format: CSVFormat) -> [String] {
    var options = hr_csv_options()
    options.delimiter = format.delimiter
    options.decimal_mark = format.decimalMark
    options.as_texts = 1
    let all = (0..<Int64(line.count(where: { $0 == format.delimiter }) + 1)).map { $0 }
    let table = line.withUnsafeBytes { buffer in
      hr_csv_parse(buffer.bindMemory(to: UInt8.self).baseAddress, buffer.count, &options, all, all.count)
    }
    defer { hr_csv_free(table) }
    guard let table, hr_csv_rows(table) > 0 else { return [] }
    return (0..<Int(hr_csv_cells(table))).map { cell in
      hr_csv_text(table, cell, 0).map { String(cString: $0) } ?? ""
    }
  }

  /// Where columns stand; unknown and ambiguous names are all reported.
  func indices(of columns: [CSVColumn]) throws(Diagnostics) -> [Int64] {
    var problems: [Diagnostic] = []
    let indices = columns.map { column -> Int64 in
      switch column {
      case .at(let index):
        if !header.isEmpty, index >= header.count {
          problems.append(
            problem("there is no column \(index)", line: firstLine - 1, hint: "the header has \(header.count), counted from 0"))
        }
        return Int64(index)
      case .named(let name):
        let places = header.indices.filter { header[$0] == name }
        if places.isEmpty {
          problems.append(
            problem(
              "there is no column \"\(name)\"", line: firstLine - 1,
              hint: format.hasHeader ? suggestionHint(for: name, among: header) : "the table has no header; write an index"))
        } else if places.count > 1 {
          problems.append(
            problem(
              "the column \"\(name)\" stands \(places.count) times in the header", line: firstLine - 1,
              hint: "use an index: " + places.map(String.init).joined(separator: " or ")))
        }
        return Int64(places.first ?? 0)
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return indices
  }

  /// A parsed table, freed with the value.
  struct Parsed: ~Copyable {
    let table: OpaquePointer

    deinit { hr_csv_free(table) }
  }

  func parse(_ indices: [Int64], asTexts: Bool) throws(Diagnostics) -> Parsed {
    var options = hr_csv_options()
    options.delimiter = format.delimiter
    options.decimal_mark = format.decimalMark
    options.expected_cells = Int64(header.count)
    options.as_texts = asTexts ? 1 : 0
    // A column asked for twice is read once.
    let missing = format.missing.map { strdup($0) }
    let stop = format.stopAt.map { strdup($0) } ?? nil
    defer {
      for text in missing { free(text) }
      free(stop)
    }
    options.stop_at = stop.map { UnsafePointer($0) }
    let table = missing.map { $0.map { UnsafePointer<CChar>($0) } }.withUnsafeBufferPointer { texts in
      options.missing = texts.baseAddress
      options.missing_count = texts.count
      return bytes[rowsStart...].withUnsafeBytes { buffer in
        hr_csv_parse(buffer.bindMemory(to: UInt8.self).baseAddress, buffer.count, &options, indices, indices.count)
      }
    }
    guard let table else { throw Self.failure("there is not enough memory to read it", path, line: nil, hint: nil) }
    let parsed = Parsed(table: table)
    let problems = problems(of: parsed.table)
    guard problems.isEmpty else { throw Diagnostics(problems) }
    guard hr_csv_rows(parsed.table) > 0 else {
      throw Self.failure("the table has no rows", path, line: nil, hint: nil)
    }
    return parsed
  }

  // MARK: Problems

  private func problems(of table: OpaquePointer) -> [Diagnostic] {
    var kept = 0
    let list = hr_csv_problems(table, &kept)
    let total = hr_csv_problem_count(table)
    let shown = UnsafeBufferPointer(start: list, count: min(kept, Self.shownProblems))
    let lines = CSVLines(bytes[rowsStart...], firstLine: firstLine, rows: shown.map { Int($0.row) })
    let expected = header.isEmpty ? Int(hr_csv_cells(table)) : header.count
    var found = shown.map { described($0, line: lines.line(ofRow: Int($0.row)), expected: expected) }
    if total > shown.count { found.append(problem("and \(total - shown.count) more problems like these", line: nil, hint: nil)) }
    let stopped = hr_csv_stopped_at(table)
    if stopped < bytes.count - rowsStart {
      let line = firstLine + bytes[rowsStart..<rowsStart + stopped].count(where: { $0 == 10 })
      found.append(problem("a double quote stands inside a cell", line: line, hint: "a cell with quotes is quoted as a whole, and its quotes are doubled"))
    }
    if hr_csv_open_quote(table) != 0 {
      found.append(problem("a double quote is never closed", line: nil, hint: "everything after it was read as one cell"))
    }
    return found
  }

  private func described(_ entry: hr_csv_problem, line: Int, expected: Int) -> Diagnostic {
    var copy = entry.text
    let text = withUnsafeBytes(of: &copy) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let cell = Int(entry.cell)
    let name = header.indices.contains(cell) ? "column \"\(header[cell])\"" : "column \(cell)"
    switch Int(entry.kind) {
    case Int(HR_CSV_SHORT_ROW.rawValue), Int(HR_CSV_LONG_ROW.rawValue):
      return problem("the row has \(cell) cells, expected \(expected)", line: line, hint: nil)
    case Int(HR_CSV_EMPTY_CELL.rawValue):
      return problem("\(name) is empty", line: line, cell: cell, hint: "if empty means missing, list \"\" under \"missing\"")
    case Int(HR_CSV_NOT_FINITE.rawValue):
      return problem(
        "\(name) holds \"\(text)\", which is no measurement", line: line, cell: cell,
        hint: "if it means missing, list it under \"missing\"")
    default:
      return problem("\(name) holds \"\(text)\", expected a number", line: line, cell: cell, hint: hint(for: text))
    }
  }

  private func hint(for text: String) -> String? {
    if format.decimalMark == UInt8(ascii: "."), text.wholeMatch(of: /[-+]?\d+,\d+/) != nil {
      return "that looks like a decimal comma: set \"decimalMark\": \",\""
    }
    if text.contains(";") { return "the cells look separated by \";\": set \"delimiter\": \";\"" }
    if text.contains("\t") { return "the cells look separated by tabs: set \"delimiter\": \"\\t\"" }
    return "if it means missing, list it under \"missing\""
  }

  private func problem(_ message: String, line: Int?, cell: Int? = nil, hint: String?) -> Diagnostic {
    let column = cell.flatMap { header.indices.contains($0) ? "column \($0)" : nil }
    return Diagnostic(message, place: .init(file: path, line: line, path: column), hint: hint)
  }

  private static func failure(_ message: String, _ path: String, line: Int?, hint: String?) -> Diagnostics {
    Diagnostics(Diagnostic(message, place: .init(file: path, line: line), hint: hint))
  }
}

/// The file's lines of some rows; found by a second pass, which only files with problems cost.
private struct CSVLines {
  private var lines: [Int: Int] = [:]

  /// - Parameter rows: ascending.
  init(_ bytes: Data, firstLine: Int, rows: [Int]) {
    guard let last = rows.max() else { return }
    let wanted = Set(rows)
    var line = firstLine
    var row = 0
    var isQuoted = false
    var isBlank = true
    var start = firstLine
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case 10, 13:
        if !isQuoted, !isBlank {
          if wanted.contains(row) { lines[row] = start }
          if row == last { return }
          row += 1
          isBlank = true
        }
        if byte == 10 { line += 1 }
        continue
      default: break
      }
      if isBlank {
        isBlank = false
        start = line
      }
    }
    lines[row] = start
  }

  func line(ofRow row: Int) -> Int { lines[row] ?? 0 }
}
