internal import HRSupport
internal import HREvaluation
internal import HRRecordings
internal import HRRunning

/// `windows.h5`: the rows of ``WindowColumns``, a dataset for each column.
struct WindowsH5: UnitFile {
  static let format = "hreval-windows"
  static let version = 1

  private let layout: WindowColumns

  init(_ layout: WindowColumns) { self.layout = layout }

  init(evaluation: Evaluation) { self.init(WindowColumns(evaluation)) }

  func write(_ results: some Sequence<UnitResult>, to path: String) throws(Diagnostics) {
    let head = ColumnFile.Head(
      format: Self.format, version: Self.version, group: "windows",
      attributes: [
        ("rows", "one per recording, scenario, repeat, detector and window, in that order"),
        ("missing", "NaN in numbers; code 0, the empty word, in words"),
        ("codes", "places in /words/<column>, from 0"),
      ])
    try ColumnFile.write(to: path, head, columns: layout.columns.map(\.stored)) {
      (file: inout ColumnFile) throws(Diagnostics) in
      for result in results { try add(result, to: &file) }
    }
  }

  func add(_ result: UnitResult, to file: inout ColumnFile) throws(Diagnostics) {
    let rows = layout.rows(of: result)
    for block in rows.blocks {
      let columns = layout.columns.map { BlockCells($0.values, block, rows) }
      var first = 0
      while first < block.rowCount {
        let part = first..<min(first + file.availableRows, block.rowCount)
        for (index, column) in columns.enumerated() { column.append(part, to: index, of: &file) }
        try file.endRows(part.count)
        first = part.upperBound
      }
    }
  }
}

/// The cells of one column in the rows of a block.
private enum BlockCells {
  case word(String)
  case count(Int)
  case numbers(RowNumbers)
  case words(RowWords)

  init(_ values: WindowColumn.Values, _ block: RowBlock, _ rows: UnitRows) {
    switch values {
    case .unit(.word(let word)): self = .word(word(rows))
    case .unit(.count(let count)): self = .count(count(rows))
    case .detector: self = .word(block.detector)
    case .window(.numbers(let made)):
      let numbers = rows.table.map(made) ?? { _ in nil }
      self = .numbers { block.window(of: $0).flatMap(numbers) }
    case .window(.words(let made)):
      let words = rows.table.map(made) ?? .none
      self = .words(RowWords(words: words.words) { words.code(block.window(of: $0) ?? 0) })
    case .answer(.numbers(let numbers)): self = .numbers(numbers(block))
    case .answer(.words(let words)): self = .words(words(block))
    }
  }

  func append(_ rows: Range<Int>, to column: Int, of file: inout ColumnFile) {
    let first = rows.lowerBound
    switch self {
    case .word(let word):
      let code = file.code(of: word, in: column)
      file.append(rows.count, to: column) { (_: Int) -> Int32 in code }
    case .count(let count):
      file.append(rows.count, to: column) { (_: Int) -> Int32 in Int32(clamping: count) }
    case .numbers(let number):
      // The CSV file leaves these cells empty.
      file.append(rows.count, to: column) { (row: Int) -> Double? in
        number(first + row).flatMap { $0.isFinite ? $0 : nil }
      }
    case .words(let words):
      // Only words of existing rows get a code.
      var codes = [Int32?](repeating: nil, count: words.words.count)
      for row in rows {
        let word = words.code(row)
        if codes[word] == nil { codes[word] = file.code(of: words.words[word], in: column) }
      }
      file.append(rows.count, to: column) { (row: Int) -> Int32 in codes[words.code(first + row)] ?? 0 }
    }
  }
}

extension WindowColumn {
  fileprivate var stored: ColumnFile.Column {
    let kind: ColumnFile.Column.Kind =
      switch values {
      case .unit(.word), .detector, .window(.words), .answer(.words): .words
      case .unit(.count): .counts
      case .window(.numbers), .answer(.numbers): .numbers
      }
    return ColumnFile.Column(
      name, kind,
      attributes: [("meaning", meaning.replacing("`", with: ""))] + (unit.map { [("unit", $0)] } ?? [])
        + (kind == .words ? [("words", "/words/" + name.asLinkName)] : []))
  }
}
