internal import CHRFiles
internal import HRSupport

/// Layout of a text table: delimiter, first line, names and contents of the columns.
///
/// A delimiter is accepted if most lines have the same number of cells and most of the cells are numbers.
struct TableLayout {
  private(set) var table = TableOutline()
  private(set) var cellCount = 0
  /// Statements of the lines above the table.
  private(set) var preamble = TablePreamble([], delimiter: ",")
  /// Delimiter as in descriptors, and decimal mark.
  private var (delimiter, decimalMark) = (",", ".")
  private(set) var header: [String] = []
  /// Units of the columns, if a row below the names states them.
  private var units: [String] = []
  private(set) var rows: [[String]] = []
  private var empaticaRate: (value: Double, words: String)?

  private static let delimiters = [",", ";", "\t", "|", CSVFormat.blanks]
  /// Kinds of texts that state times, the most telling first.
  private static let parts: [(part: MomentForm.Part, form: SeriesOutline.Form)] = [
    (.both, .dateTimes), (.time, .timesOfDay), (.elapsed, .elapsed),
  ]
  private static let comments = ["#", "%", "//"]
  private static let missingTexts: Set<String> = [
    "", "na", "n/a", "nan", "null", "none", "-", "--", "?", "#n/a", "inf", "-inf",
  ]

  /// - Parameter lines: whole lines from the beginning of a text.
  init?(_ lines: [String]) {
    table.format.commentPrefix = Self.comments.first { mark in lines.contains { $0.hasPrefix(mark) } }
    let comment = table.format.commentPrefix
    let full = lines.enumerated().filter { _, line in
      !line.allSatisfy(\.isWhitespace) && !(comment.map(line.hasPrefix) ?? false)
    }
    guard !full.isEmpty else { return nil }
    guard let best = Self.best(full.suffix(200).map(\.element)) else { return nil }
    (delimiter, decimalMark, cellCount) = (best.delimiter, best.decimalMark, best.cells)
    table.format.delimiterText = delimiter
    if let mark = decimalMark.utf8.first { table.format.decimalMark = mark }
    var cells = full.map { Self.cells($0.element, delimiter) }
    cutEnds(&cells)
    guard let start = cells.indices.first(where: { isData(cells, from: $0) }) else { return nil }
    preamble = TablePreamble(lines.prefix(full[start].offset), delimiter: delimiter)
    table.beginsAt = preamble.beginsAt
    let first = findHeader(cells, full.map(\.offset), before: start)
    rows = cells[first...].filter { $0.count == cellCount || isRagged && $0.count > cellCount }
    if let next = rows.dropFirst().firstIndex(where: isOfWords) { rows.removeSubrange(next...) }
    if !table.format.hasHeader { skipEmpaticaLines() }
    findKeptRows()
  }

  /// Takes away what stands behind the last cell of rows: the delimiter once more, or a comment.
  private mutating func cutEnds(_ cells: inout [[String]]) {
    guard !isRagged, cellCount > 1 else { return }
    let usual = cells.filter { $0.count == cellCount }
    if !usual.isEmpty, usual.suffix(200).allSatisfy({ $0.last?.isEmpty == true }) { cellCount -= 1 }
    for index in cells.indices where cells[index].count > cellCount {
      let rest = cells[index][cellCount]
      if cells[index].count == cellCount + 1, rest.isEmpty {
        cells[index].removeLast()
      } else if rest.hasPrefix("#"), table.format.commentPrefix == nil || table.format.commentPrefix == "#" {
        // LabChart writes its comments so.
        table.format.commentPrefix = "#"
        cells[index].removeSubrange(cellCount...)
      }
    }
  }

  /// True if blanks separate the cells: the last cell may then hold several words or none.
  private var isRagged: Bool { delimiter == CSVFormat.blanks }

  // MARK: Cells

  private struct Candidate {
    let delimiter: String
    let decimalMark: String
    let cells: Int
    let score: Double
  }

  private static func best(_ lines: [String]) -> Candidate? {
    var best: Candidate?
    for delimiter in delimiters {
      let rows = lines.map { cells($0, delimiter) }
      var counts: [Int: Int] = [:]
      for row in rows { counts[row.count, default: 0] += 1 }
      guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { continue }
      let fitting = rows.filter { $0.count == usual || delimiter == CSVFormat.blanks && $0.count > usual }
      guard fitting.count * 10 >= rows.count * 6 else { continue }
      if delimiter == ",", usual == 2, Self.areHalves(fitting) { continue }
      // A decimal comma is impossible where commas separate the cells.
      for mark in delimiter == "," ? ["."] : [".", ","] {
        let found = fitting.joined().count { number($0, mark) != nil }
        let all = fitting.joined().count { !$0.isEmpty }
        guard found > 0, all > 0 else { continue }
        // Wrong delimiters leave cells that are not numbers; of equal scores the first candidate wins.
        let score = Double(found) / Double(all) * Double(fitting.count) / Double(rows.count)
        if score > (best?.score ?? 0) + 1e-9
          || (score >= (best?.score ?? 0) - 1e-9 && usual > (best?.cells ?? 0))
        {
          best = Candidate(delimiter: delimiter, decimalMark: mark, cells: usual, score: score)
        }
      }
    }
    guard let best, best.score >= 0.15 else { return nil }
    return best
  }

  /// Returns true if two whole numbers on each line are the two halves of one with a decimal comma: a fraction may
  /// begin with 0, as no other number does, and only its whole part may be -0.
  private static func areHalves(_ rows: [[String]]) -> Bool {
    let numbers = rows.filter { $0.allSatisfy { Int($0, radix: 10) != nil } }
    guard numbers.count * 10 >= rows.count * 9, numbers.count >= 10 else { return false }
    return numbers.contains { ["-0", "+0"].contains($0[0]) || $0[1].count > 1 && $0[1].hasPrefix("0") }
      && numbers.allSatisfy { $0[1].first?.isNumber == true && !($0[0].count > 1 && $0[0].hasPrefix("0")) }
  }

  static func cells(_ line: String, _ delimiter: String) -> [String] {
    if delimiter == CSVFormat.blanks { return line.split { $0 == " " || $0 == "\t" }.map(String.init) }
    guard line.contains("\"") else {
      return line.split(separator: delimiter, omittingEmptySubsequences: false).map { trimmed($0) }
    }
    var cells: [String] = []
    var cell = ""
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if String(character) == delimiter, !isQuoted {
        cells.append(trimmed(cell))
        cell = ""
      } else {
        cell.append(character)
      }
    }
    return cells + [trimmed(cell)]
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.trimming { $0 == " " || $0 == "\t" })
  }

  static func number(_ text: String, _ mark: String) -> Double? {
    var value = 0.0
    let decimal = mark.utf8.first ?? UInt8(ascii: ".")
    return hr_parse_number(text, text.utf8.count, decimal, &value) == 1 ? value : nil
  }

  private func isValue(_ text: String) -> Bool {
    Self.number(text, decimalMark) != nil || Self.parts.contains { Self.isMoment(text, $0.part) }
  }

  private static func isMoment(_ text: String, _ part: MomentForm.Part) -> Bool {
    MomentForm(iso: part).moment(in: text) != nil
  }

  /// Returns seconds from the first moment, so that the size of the years costs no precision of the fractions.
  private static func seconds(_ cells: [String], _ part: MomentForm.Part) -> [Double] {
    let moments = cells.map { MomentForm(iso: part).moment(in: $0)?.nanoseconds }
    guard let first = moments.lazy.compactMap(\.self).first else { return [] }
    return moments.map { $0.map { Double($0 &- first) / 1e9 } ?? .nan }
  }

  // MARK: Beginning and end

  /// Returns true if rows of the table begin at a line: it and most of the next lines have the cell count and a
  /// number.
  private func isData(_ cells: [[String]], from index: Int) -> Bool {
    func fits(_ row: [String]) -> Bool {
      (row.count == cellCount || isRagged && row.count > cellCount)
        && row.contains { Self.number($0, decimalMark) != nil } && row.first?.hasSuffix("=") != true
    }
    guard fits(cells[index]) else { return false }
    // A word above numbers belongs to a header.
    let below = cells[(index + 1)...].prefix(4).filter { $0.count == cellCount }
    if below.count == 4, !isRagged {
      for (column, cell) in cells[index].enumerated() where column < cellCount {
        if Self.number(cell, decimalMark) == nil, !Self.missingTexts.contains(cell.lowercased()),
          !isValue(cell), below.allSatisfy({ isValue($0[column]) })
        {
          return false
        }
      }
    }
    // The columns of a table without names of its own, above the rows of which an index stands: `,0,1`.
    if index == 0, cells[0].count > 1, cells[0][0].isEmpty,
      cells[0].dropFirst().enumerated().allSatisfy({ Int($1, radix: 10) == $0 })
    {
      return false
    }
    let some = cells[index...].prefix(5)
    let fitting = some.count(where: fits)
    return fitting == some.count || fitting >= 4 && cells[index].count == cellCount
  }

  /// Returns true for a row of words alone: the header again, or that of another table.
  private func isOfWords(_ row: [String]) -> Bool {
    row.allSatisfy { isText($0) && !Self.missingTexts.contains($0.lowercased()) }
  }

  /// - Parameter offsets: indices of the lines in the text.
  /// - Returns: index of the first row of data.
  private mutating func findHeader(_ cells: [[String]], _ offsets: [Int], before start: Int) -> Int {
    table.format.hasHeader = false
    if let found = TableHeader(
      cells, before: start, count: cellCount, statesCounts: preamble.statesCounts, isValue: isValue)
    {
      table.format.hasHeader = true
      (header, units) = (found.names, found.units)
      table.format.skipBelowHeader = found.start - found.row - 1
      // Comment lines before the header are skipped as comments.
      table.format.skipLines = found.row == 0 ? 0 : offsets[found.row]
      return found.start
    }
    guard start > 0 else { return start }
    table.format.skipLines = offsets[start]
    if isRagged { header = cells[start - 1] }
    return start
  }

  /// Sets `stopAt` from a last line whose first cell is a text, if the first cells of the other rows are not.
  mutating func findEnd(_ line: String?) {
    guard let line, cellCount > 1, !isRagged else { return }
    let cell = Self.cells(line, delimiter).first ?? ""
    guard isText(cell), rows.count(where: { isText($0[0]) }) * 20 <= rows.count else { return }
    table.format.stopAt = cell
    rows.removeAll { $0[0] == cell }
  }

  private func isText(_ cell: String) -> Bool {
    !cell.isEmpty && !isValue(cell)
  }

  /// Sample rate stated before the table, and the words that state it.
  var statedRate: (value: Double, words: String)? { empaticaRate ?? preamble.rate }

  /// Skips the two lines above each column in files of Empatica's wrist bands: start of the recording and sample
  /// rate.
  private mutating func skipEmpaticaLines() {
    guard rows.count > 3, let start = Double(rows[0][0]), start > 1e9, let rate = Double(rows[1][0]),
      [1, 4, 32, 64].contains(rate), rows[1].allSatisfy({ Double($0) == rate })
    else { return }
    empaticaRate = (rate, "the second line, as wrist bands of Empatica write it")
    table.format.skipLines += 2
    table.beginsAt = start
    rows.removeFirst(2)
  }

  // MARK: Contents

  /// Selects the beat rows of WFDB annotations as `rdann` prints them: sample number, then type.
  private mutating func findKeptRows() {
    guard isRagged, !table.format.hasHeader, cellCount >= 3 else { return }
    let beats = Set(WFDBAnnotation.beats)
    let symbols = Set(WFDBAnnotation.symbols.values)
    for column in 1..<cellCount {
      let cells = rows.map { $0[column] }
      let numbers = rows.compactMap { Self.number($0[column - 1], ".") }
      guard cells.count(where: symbols.contains) * 10 >= cells.count * 9,
        cells.contains(where: beats.contains),
        cells.allSatisfy({ Self.number($0, ".") == nil }), numbers.count == rows.count
      else { continue }
      // Beat symbols of WFDB that occur, in WFDB's order.
      table.format.keptRows = .init(column: .at(column), values: WFDBAnnotation.beats.filter(cells.contains))
      rows.removeAll { !beats.contains($0[column]) }
      return
    }
  }

  func columns(most: Int) -> [SeriesOutline] {
    let isNamed = table.format.hasHeader
    return (0..<min(cellCount, most)).map { index in
      let name = header.indices.contains(index) ? header[index] : ""
      let isAlone =
        isNamed && !name.isEmpty && header.count { $0 == name } == 1 && Int(name, radix: 10) == nil
      var series = SeriesOutline(.column(isAlone ? .named(name) : .at(index)), name: isNamed ? name : "")
      series.hints = isRagged && !isNamed && header.count == cellCount && !name.isEmpty ? [name] : []
      let title = preamble.title(of: index, among: cellCount)
      series.hints += [preamble.sensors[index], title.name].compactMap(\.self)
      (series.form, series.summary) = content(rows.map { $0[index] })
      let below = units.indices.contains(index) && !units[index].isEmpty ? units[index] : nil
      series.unit =
        below ?? title.unit ?? Self.unit(in: name) ?? (cellCount == 1 ? preamble.singleUnit : nil)
      return series
    }
  }

  /// Returns the unit at the end of a column's name: `[mV]`, `(ms)`, `ecg_uV`.
  static func unit(in name: String) -> String? {
    if let word = name.split(separator: "_").last, name.contains("_"),
      ["uV", "µV", "mV", "mg"].contains(word)
    {
      return String(word)
    }
    guard let last = name.last, last == "]" || last == ")",
      let start = name.lastIndex(of: last == "]" ? "[" : "(")
    else { return nil }
    let unit = trimmed(name[name.index(after: start)...].dropLast())
    return unit.isEmpty || unit.count > 16 ? nil : unit
  }

  private func content(_ cells: [String]) -> (SeriesOutline.Form, ValueSummary?) {
    let numbers = cells.map { Self.number($0, decimalMark) }
    let others = zip(cells, numbers).filter { $0.1 == nil }.map(\.0)
    // One cell in a hundred may be damaged: the reader then says which.
    let damaged = others.count { !Self.missingTexts.contains($0.lowercased()) }
    if damaged * 100 <= cells.count, others.count * 2 < cells.count {
      return (.numbers, ValueSummary(numbers.map { $0 ?? .nan }))
    }
    let full = others.filter { !$0.isEmpty }.prefix(20)
    if full.count == min(20, cells.count) || full.count > 3 {
      for (part, form) in Self.parts where full.allSatisfy({ Self.isMoment($0, part) }) {
        return (form, ValueSummary(Self.seconds(cells, part)))
      }
    }
    return (.texts(Array(cells.distinct.prefix(5))), nil)
  }

  /// Columns whose cells look like numbers with commas between thousands.
  var thousands: [NameOrIndex] {
    columns(most: cellCount).compactMap { series in
      guard case .texts = series.form, case .column(let column) = series.place else { return nil }
      let index =
        header.indices.first { column == .named(header[$0]) }
        ?? { if case .at(let index) = column { index } else { 0 } }()
      let cells = rows.map { $0[index] }.filter { !$0.isEmpty }
      let grouped = cells.count { $0.wholeMatch(of: /[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?/) != nil }
      let numbers = cells.count { Self.number($0, decimalMark) != nil }
      return grouped > 0 && grouped + numbers == cells.count ? column : nil
    }
  }

  /// Finds the texts that mark missing numbers in the columns of numbers.
  mutating func findMissing() {
    let columns = (0..<cellCount).map { index in rows.map { $0[index] } }
    let texts = columns.filter { content($0).0 == .numbers }.joined()
    table.format.missing =
      texts.filter { Self.number($0, decimalMark) == nil && Self.missingTexts.contains($0.lowercased()) }
      .distinct.sorted()
  }
}
