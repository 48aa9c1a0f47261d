internal import CHRFiles
internal import HRSupport

/// Finds the layout of a text table from its first lines and its last.
struct TextOutline {
  private static let headBytes = 1 << 18
  private static let tailBytes = 1 << 12
  /// Maximum number of lines that are split into cells.
  private static let mostLines = 2000
  private static let mostColumns = 200
  /// Maximum size of a file whose whole columns are read, bytes.
  private static let mostBytes: UInt64 = 200_000_000

  /// Maximum size of a text of few lines that is read in full to find series in rows.
  private static let mostRowBytes: UInt64 = 1 << 25

  private let path: String
  private let budget: ReadingBudget
  private let bytes: UInt64
  /// Whole lines from the beginning of the file, without line ends.
  private let lines: [String]
  private let lastLine: String?
  private let isWhole: Bool

  init(_ path: String, budget: ReadingBudget) throws(Diagnostics) {
    self.path = path
    self.budget = budget
    let file = try OpenFile.reading(path)
    var size: UInt64
    var head: [UInt8]
    var tail: [UInt8]
    do {
      size = UInt64(clamping: try file.size())
      head = try file.read(Self.headBytes)
      file.seek(to: Int(clamping: size - min(size, UInt64(clamping: Self.tailBytes))))
      tail = try file.read(Self.tailBytes)
    } catch {
      throw OpenFile.unreadable(path)
    }
    var unpacked: [UInt8]?
    if hr_is_gzip(head, head.count) != 0 {
      let text = try NumberText.bytes(path, budget: budget)
      (head, tail) = (Array(text.prefix(Self.headBytes)), Array(text.suffix(Self.tailBytes)))
      (size, unpacked) = (UInt64(clamping: text.count), text)
    }
    bytes = size
    guard !head.isEmpty else { throw Diagnostics("the file is empty", in: path) }
    if head.contains(0) {
      // The reader says what is wrong.
      _ = try CSVReading(path, format: CSVFormat(), budget: budget)
      throw Diagnostics("the file is no text", in: path)
    }
    // Of a text with few line ends the rows may be series, which are looked at in full.
    if UInt64(clamping: head.count) < bytes, bytes <= Self.mostRowBytes,
      head.count(where: { $0 == 10 || $0 == 13 }) < 64
    {
      do {
        file.seek(to: 0)
        head = try unpacked ?? file.read(Int(clamping: bytes))
      } catch {
        throw OpenFile.unreadable(path)
      }
    }
    isWhole = UInt64(clamping: head.count) == bytes
    var lines = Self.lines(head)
    if !isWhole, lines.count > 1 { lines.removeLast() }
    self.lines = Array(lines.prefix(Self.mostLines))
    lastLine = Self.lines(tail).dropFirst(isWhole ? 0 : 1).last { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Returns the lines of a text, which end in LF, CR LF or CR as the reader of tables has it.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    let text = bytes[(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
    var lines: [String] = []
    var start = text.startIndex
    for index in text.indices where text[index] == 10 || text[index] == 13 {
      // The LF of CR LF ends no further line.
      if text[index] == 10, index > text.startIndex, text[index - 1] == 13 {
        start = index + 1
        continue
      }
      lines.append(String(decoding: text[start..<index], as: UTF8.self))
      start = index + 1
    }
    return lines + [String(decoding: text[start...], as: UTF8.self)]
  }

  func outline() throws(Diagnostics) -> FileOutline {
    if let row = numbersOfOneLine() { return row }
    if isWhole, let rows = RowOutline.outline(lines) { return rows }
    guard var layout = TableLayout(lines) else {
      throw Diagnostics("no table of numbers was found in the text", in: path)
    }
    layout.findEnd(lastLine)
    layout.findMissing()
    var outline = FileOutline(reader: FileReader.csv.rawValue, series: layout.columns(most: Self.mostColumns))
    outline.table = layout.table
    if layout.cellCount > Self.mostColumns {
      outline.notes.append("only the first \(Self.mostColumns) of \(layout.cellCount) columns were looked at")
    }
    if let rate = layout.statedRate {
      for index in outline.series.indices {
        (outline.series[index].rate, outline.series[index].rateSource) = (rate.value, .words(rate.words))
      }
    }
    outline.problems += layout.thousands.map { column in
      Diagnostic(
        "the cells of \(column.spoken) look like numbers with commas between thousands", in: path,
        hint: CSVProblem.thousands)
    }
    if let parts = parts(of: outline, layout.rows) {
      switch parts.kind {
      case .recordings: outline.table?.recordings = .init(column: parts.column, names: parts.words)
      case .sensors:
        outline.tables = parts.words.map { table(of: $0, parts, outline) }
        return outline
      }
    }
    readWhole(&outline)
    return outline
  }

  private func parts(of outline: FileOutline, _ rows: [[String]]) -> TableParts? {
    guard let format = outline.table?.format, format.keptRows == nil else { return nil }
    if let sensors = TableParts.sensors(outline.series, rows) { return sensors }
    guard bytes <= Self.mostBytes, let column = TableParts.recordingColumn(outline.series),
      let cells = try? CSVTable.texts(path, format: format, columns: [column], budget: budget).first
    else { return nil }
    return TableParts.recordings(column, cells)
  }

  /// Returns the outline of the rows of one sensor.
  private func table(of word: String, _ parts: TableParts, _ outline: FileOutline) -> FileOutline {
    var table = outline
    table.table?.format.keptRows = .init(column: parts.column, values: [word])
    (table.word, table.words) = (word, parts.words)
    for index in table.series.indices {
      // Statistics of all rows say nothing of these.
      if table.series[index].form == .numbers {
        table.series[index].summary = nil
        table.series[index].hints.append(word)
      }
    }
    readWhole(&table)
    return table
  }

  /// Reads all numbers and moments, if the file is not too large.
  ///
  /// A file that the reader refuses keeps the statistics of its first lines.
  private func readWhole(_ outline: inout FileOutline) {
    guard bytes <= Self.mostBytes, let table = outline.table else {
      if bytes > Self.mostBytes {
        outline.notes.append("of its \(bytes) bytes the first \(Self.headBytes) were looked at")
      }
      return
    }
    let numbers = outline.series.indices.filter { outline.series[$0].form == .numbers }
    let moments = outline.series.indices.filter { outline.series[$0].momentForm != nil }
    guard !numbers.isEmpty, numbers.count + moments.count <= 64 else { return }
    func column(_ index: Int) -> NameOrIndex {
      if case .column(let column) = outline.series[index].place { column } else { .at(index) }
    }
    // Of many recordings the first one stands for all.
    var format = table.format
    if let recordings = table.recordings, let first = recordings.names.first {
      format.keptRows = .init(column: recordings.column, values: [first])
    }
    /// Reads the numbers, and these moments with them.
    func read(_ moments: [Int]) throws(Diagnostics) {
      let read = try CSVTable.read(
        path, format: format, columns: numbers.map(column),
        moments: moments.compactMap { index in
          outline.series[index].momentForm.map { .init(column: column(index), form: $0) }
        }, budget: budget)
      for (index, values) in zip(numbers, read.columns) {
        outline.series[index].count = values.count
        outline.series[index].summary = ValueSummary(values)
      }
      for (index, read) in zip(moments, read.moments) {
        guard let first = read.first else { continue }
        outline.series[index].beginsAt = Double(first) / 1e9
        let whole = ValueSummary(read.seconds(from: first))
        // Times of day may pass midnight; the first lines then say more.
        if whole?.falls == 0 { outline.series[index].summary = whole }
      }
      for index in outline.series.indices where outline.series[index].count == nil {
        outline.series[index].count = read.columns.first?.count
      }
    }
    do throws(Diagnostics) {
      try read(moments)
    } catch {
      outline.problems = error.list
      if !moments.isEmpty { try? read([]) }
      for index in outline.series.indices where outline.series[index].count == nil {
        outline.series[index].count = outline.series[index].summary?.count
      }
    }
  }

  /// Returns the outline of one line of numbers, a usual form of interval files.
  private func numbersOfOneLine() -> FileOutline? {
    let full = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    guard full.count == 1, isWhole || lines.count == 1, let line = full.first else { return nil }
    let words = line.split { " \t,;".contains($0) }
    guard words.count >= 10 else { return nil }
    // The last number may be cut off.
    let values = words.dropLast(isWhole ? 0 : 1).compactMap { Double($0) }
    guard values.count == words.count - (isWhole ? 0 : 1) else { return nil }
    return FileOutline(
      reader: FileReader.numbers.rawValue,
      series: [
        SeriesOutline(
          .whole, name: "", count: isWhole ? values.count : nil, summary: ValueSummary(values))
      ])
  }
}

extension SeriesOutline {
  /// Form of its cells, if they are moments.
  fileprivate var momentForm: MomentForm? {
    switch form {
    case .dateTimes: MomentForm(iso: .both)
    case .timesOfDay: MomentForm(iso: .time)
    case .elapsed: MomentForm(iso: .elapsed)
    case .numbers, .texts, .pixels: nil
    }
  }
}
