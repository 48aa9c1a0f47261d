internal import CHRFiles
internal import Foundation
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
    let file = try FileHandle.reading(path)
    defer { try? file.close() }
    let head: [UInt8]
    let tail: [UInt8]
    do {
      bytes = try file.seekToEnd()
      try file.seek(toOffset: 0)
      head = [UInt8](try file.read(upToCount: Self.headBytes) ?? Data())
      try file.seek(toOffset: bytes - min(bytes, UInt64(clamping: Self.tailBytes)))
      tail = [UInt8](try file.read(upToCount: Self.tailBytes) ?? Data())
    } catch {
      throw FileHandle.unreadable(path)
    }
    guard !head.isEmpty else { throw Diagnostics("the file is empty", in: path) }
    guard !head.contains(0) else { throw Diagnostics("the file is no text", in: path) }
    isWhole = UInt64(clamping: head.count) == bytes
    var lines = Self.lines(head)
    if !isWhole, lines.count > 1 { lines.removeLast() }
    self.lines = Array(lines.prefix(Self.mostLines))
    lastLine = Self.lines(tail).dropFirst(isWhole ? 0 : 1).last { !$0.allSatisfy(\.isWhitespace) }
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      line in
      String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
    }
  }

  func outline() throws(Diagnostics) -> FileOutline {
    if let row = numbersOfOneLine() { return row }
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
    readWhole(&outline)
    return outline
  }

  /// Reads all values of the columns of numbers, if the file is not too large and parses with the layout of its
  /// beginning.
  private func readWhole(_ outline: inout FileOutline) {
    guard bytes <= Self.mostBytes, let table = outline.table else {
      if bytes > Self.mostBytes {
        outline.notes.append("of its \(bytes) bytes the first \(Self.headBytes) were looked at")
      }
      return
    }
    let numbers = outline.series.indices.filter { outline.series[$0].form == .numbers }
    guard !numbers.isEmpty, numbers.count <= 64 else { return }
    let columns = numbers.map { index -> NameOrIndex in
      if case .column(let column) = outline.series[index].place { column } else { .at(index) }
    }
    do {
      let read = try CSVTable.read(path, format: table.format, columns: columns, budget: budget)
      for (index, values) in zip(numbers, read.columns) {
        outline.series[index].count = values.count
        outline.series[index].summary = ValueSummary(values)
      }
      for index in outline.series.indices where outline.series[index].count == nil {
        outline.series[index].count = read.columns.first?.count
      }
    } catch {
      outline.notes.append(
        "only its first \(lines.count) lines were looked at, since the whole cannot be read: \(error.first.summary)"
      )
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
