internal import HRSupport

/// Request of a recording to one of its files.
struct FileRequest {
  struct Cell {
    let cell: DataCell
    var isOptional: Bool
  }

  struct Attribute: Hashable {
    let object: String
    /// Name of the attribute; `nil` for the text of the object itself.
    let name: String?
  }

  private(set) var cells: [Cell] = []
  private(set) var numbers: [NumberSource] = []
  private(set) var texts: [Attribute] = []
  /// True if its annotations are wanted with their texts.
  var wantsMarks = false

  /// True if only event lists are wanted, which may be empty.
  private(set) var isOfStretchesAlone = true

  var isEmpty: Bool { cells.isEmpty && numbers.isEmpty && texts.isEmpty && !wantsMarks }

  /// Leaves out all series, but no single number or text.
  mutating func removeSeries() { cells = [] }

  /// - Parameter isOfStretches: true for an event list that may be empty.
  mutating func add(_ cell: DataCell, optional: Bool, isOfStretches: Bool = false) {
    isOfStretchesAlone = isOfStretchesAlone && isOfStretches
    if let known = cells.firstIndex(where: { $0.cell == cell }) {
      cells[known].isOptional = cells[known].isOptional && optional
    } else {
      cells.append(Cell(cell: cell, isOptional: optional))
    }
  }

  mutating func add(_ number: NumberSource) {
    if !numbers.contains(number) { numbers.append(number) }
  }

  mutating func add(_ attribute: Attribute) {
    if !texts.contains(attribute) { texts.append(attribute) }
  }
}

extension FileRequest.Cell {
  /// Returns the index of a signal that is named by its label or index.
  ///
  /// - Parameters:
  ///   - labels: labels of all signals.
  ///   - known: those of them that are suggested in place of an unknown one.
  ///   - whole: noun for the owner of the signals.
  ///   - remark: precedes the advice for a label that several signals have.
  /// - Returns: `nil` for an optional signal that does not exist, and for other cells.
  func signal(
    among labels: [String], known: [String], of whole: String, in path: String, remark: String = ""
  ) throws(Diagnostics) -> Int? {
    switch cell {
    case .signal(.at(let index)):
      if index < labels.count { return index }
      if isOptional { return nil }
      throw Diagnostics(
        "there is no signal \(index): the \(whole) has \(labels.count)", in: path,
        hint: "signals count from 0")
    case .signal(.named(let label)):
      let found = labels.indices.filter { labels[$0] == label }
      if let only = found.first, found.count == 1 { return only }
      if found.isEmpty, isOptional { return nil }
      throw Diagnostics(
        found.isEmpty
          ? "there is no signal \"\(label)\"" : "\(found.count) signals are called \"\(label)\"", in: path,
        hint: found.isEmpty
          ? suggestionHint(for: label, among: known)
          : "\(remark)ask by index: " + found.map(String.init).joined(separator: ", "))
    default: return nil
    }
  }
}

extension [Diagnostic] {
  /// Returns the result of a step, or adds its problems, so that they are reported with those of further steps.
  ///
  /// - Parameter once: true if a message that is there already is not added, as of a further file.
  @discardableResult
  mutating func gather<Value>(
    _ step: @autoclosure () throws(Diagnostics) -> Value, once: Bool = false
  ) -> Value? {
    do {
      return try step()
    } catch {
      let known = self
      self += once ? error.list.filter { new in !known.contains { $0.message == new.message } } : error.list
      return nil
    }
  }
}

/// Times of evenly spaced samples, as their file states them.
struct SampleClock: Hashable, Sendable {
  let sampleRate: Double
  /// Time of the first sample, in seconds.
  let start: Double
  /// False if the file states no rate, and the format's usual one was taken.
  var isStated = true
}

/// Data read from one file, in one pass.
struct FileContents {
  let path: String
  /// Numbers of each series; optional series that the file does not have are left out.
  var columns: [DataCell: [Double]] = [:]
  /// Number of entries of a series that were never written to the file, if there are any; they are NaN.
  var neverWritten: [DataCell: Int] = [:]
  /// Times of the samples of a series, if the file itself states them.
  var clocks: [DataCell: SampleClock] = [:]
  /// Unit of the numbers of a series, if the file itself states it.
  var units: [DataCell: String] = [:]
  /// Dates and times, until ``MomentClock`` converts them to columns.
  var moments: [(cells: MomentCells, moments: Moments)] = []
  /// Moment from which those are counted.
  var origin: TimeOrigin?
  /// Single numbers; those that the file does not have are left out.
  var numbers: [NumberSource: Double] = [:]
  var texts: [FileRequest.Attribute: String] = [:]
  /// Annotations, if they were requested, in any order.
  var marks: [FileMark] = []
  /// Line of the first row, for tables.
  var firstLine: Int?
  /// Line of each row, for tables of which not all rows are kept.
  var rowLines: [Int]?

  /// Meaning of a clip's colours that nothing states, in words; `nil` if there is none.
  var assumedColours: String?

  /// Names of the entries of a series, if they have names: `datetime{17}`.
  var entries: [DataCell: EntryNames] = [:]

  /// Returns the line of a row; `nil` if the file has no lines.
  func line(ofRow row: Int) -> Int? {
    guard let rowLines else { return firstLine.map { $0 + row } }
    return rowLines.indices.contains(row) ? rowLines[row] : nil
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - request: the data wanted from it.
  ///   - file: the descriptor's entry for it.
  ///   - scope: folders that may contain the files that it names.
  ///   - clips: how clips are read.
  static func read(
    _ request: FileRequest, of file: FileDescription, at path: String, scope: ReadingScope,
    budget: ReadingBudget, clips: ClipRule
  ) throws(Diagnostics) -> FileContents {
    switch file.reader {
    case .video:
      return try ClipReading(path: path, budget: budget, rule: clips).contents(for: request)
    case .csv: return try table(request, file, path, budget)
    case .hdf5:
      var reading = try HierarchyReading(path, budget: budget)
      return try reading.contents(for: request)
    case .edf: return try EDFReading(path, budget: budget).contents(for: request)
    case .wfdb: return try WFDBReading(path, scope: scope, budget: budget).contents(for: request)
    case .wfdbAnnotations:
      return try WFDBAnnotationReading(path, stated: file.tickRate, scope: scope, budget: budget)
        .contents(for: request)
    case .mat: return try MATReading.contents(for: request, at: path, budget: budget)
    case .npy: return try NPYReading(path, budget: budget).contents(for: request)
    case .numbers:
      var contents = FileContents(path: path)
      contents.columns[.everything] = try NumberText.read(path, budget: budget)
      return contents
    }
  }

  private static func table(
    _ request: FileRequest, _ file: FileDescription, _ path: String, _ budget: ReadingBudget
  ) throws(Diagnostics) -> FileContents {
    if file.format.areRows {
      return try RowTable(path, format: file.format, budget: budget)
        .contents(for: request, format: file.format, budget: budget)
    }
    var wanted = request.cells
    if wanted.contains(where: \.isOptional) {
      let header = try CSVTable.header(path, format: file.format, budget: budget)
      wanted.removeAll { cell in
        cell.isOptional
          && !cell.cell.columns.allSatisfy { column in
            switch column {
            case .named(let name): header.contains(name)
            case .at(let index): index < header.count
            }
          }
      }
    }
    var columns: [NameOrIndex] = []
    var moments: [MomentCells] = []
    for cell in wanted {
      if case .column(let column) = cell.cell { columns.append(column) }
      if case .moments(let cells) = cell.cell { moments.append(cells) }
    }
    var contents = FileContents(path: path)
    guard !columns.isEmpty || !moments.isEmpty else { return contents }
    var format = file.format
    format.mayBeEmpty = request.isOfStretchesAlone
    let table = try CSVTable.read(
      path, format: format, columns: columns, moments: moments.flatMap(\.columns), budget: budget)
    contents.firstLine = table.firstLine
    contents.rowLines = table.rowLines
    for (column, values) in zip(columns, table.columns) { contents.columns[.column(column)] = values }
    var read = table.moments[...]
    for cells in moments {
      guard let joined = cells.joined(Array(read.prefix(cells.columns.count))) else { break }
      read = read.dropFirst(cells.columns.count)
      contents.moments.append((cells, joined))
    }
    return contents
  }
}

/// One series of numbers as read, and its place in the file.
struct Series {
  var values: [Double]
  let cell: DataCell
  let file: FileContents

  /// - Parameter row: the wrong entry; `nil` if the whole series is wrong.
  func problem(_ message: String, row: Int? = nil, hint: String? = nil) -> Diagnostics {
    let line = row.flatMap(file.line(ofRow:))
    let path = row.flatMap { file.entries[cell]?.name(of: $0) } ?? cell.described
    return Diagnostics(message, place: .init(file: file.path, line: line, path: path), hint: hint)
  }

  /// Returns a time of the series as its file states it.
  func spoken(time: Double) -> String {
    guard cell.isMoment, let origin = file.origin else { return shortest(time) }
    return origin.spoken(after: time)
  }

  /// Returns the place of an entry in words: `line 17` of a text, `datetime{17}`, else `sample 15` (counted from 0).
  func spoken(row: Int) -> String {
    file.line(ofRow: row).map { "line \($0)" } ?? file.entries[cell]?.name(of: row) ?? "sample \(row)"
  }
}

/// Names of the entries of a series: `datetime{17}`, `stamps(17,:)`, `/stamps[16]`.
struct EntryNames {
  let before: String
  var after = ""
  /// Number of the first entry.
  var first = 1

  /// - Parameter row: counted from 0.
  func name(of row: Int) -> String { "\(before)\(row + first)\(after)" }
}
