internal import HRSupport
internal import HREvaluation
internal import HRRunning

/// `windows.csv`: the rows of ``WindowColumns``.
///
/// It is written as bytes: a long run has millions of rows, and texts that repeat over windows or detectors are made
/// once.
struct WindowsCSV: UnitCSV {
  /// Maximum number of rows. A run with more has its windows in `windows.h5` alone, unless this file is asked for.
  static let mostRows = 1_000_000

  private let layout: WindowColumns
  /// Adjacent columns whose values depend on the same.
  private let parts: [Part]

  private enum Part {
    case unit([WindowColumn.UnitValue])
    case detector
    case window([WindowColumn.Cells<WindowTable>])
    case answer([WindowColumn.Cells<RowBlock>])
  }

  init(_ layout: WindowColumns) {
    self.layout = layout
    var parts: [Part] = []
    for column in layout.columns {
      switch (column.values, parts.last) {
      case (.unit(let value), .unit(let values)): parts[parts.count - 1] = .unit(values + [value])
      case (.window(let cells), .window(let all)): parts[parts.count - 1] = .window(all + [cells])
      case (.answer(let cells), .answer(let all)): parts[parts.count - 1] = .answer(all + [cells])
      case (.unit(let value), _): parts.append(.unit([value]))
      case (.detector, _): parts.append(.detector)
      case (.window(let cells), _): parts.append(.window([cells]))
      case (.answer(let cells), _): parts.append(.answer([cells]))
      }
    }
    self.parts = parts
  }

  init(evaluation: Evaluation) { self.init(WindowColumns(evaluation)) }

  /// Returns a note that a run has too many rows for this file by default, and the command that writes it; `nil` if
  /// it is written, or not meant to be.
  static func absence(from evaluation: Evaluation, mostRows: Int = mostRows) -> String? {
    let formats = evaluation.plan.formats
    guard formats.contains(.csv), !formats.contains(.windowsCSV) else { return nil }
    let rows = evaluation.windowRowCount
    guard rows > mostRows else { return nil }
    return
      "\(OutputFile.windows.rawValue) is left out: \(grouped(rows)) rows are more than \(grouped(mostRows)). \(OutputFile.windowColumns.rawValue) has them all; hreval report RUN --format \(ReportFormat.windowsCSV.rawValue) writes the text as well, RUN being the run's folder."
  }

  var header: [String] { layout.columns.map(\.name) }

  func add(_ result: UnitResult, to csv: inout CSVOutput) throws(Diagnostics) {
    let rows = layout.rows(of: result)
    let shared = parts.map { part -> Fields? in
      switch part {
      case .unit(let values): .same(CSVText.fields(values.map { $0.field(in: rows) }))
      case .window(let columns): .windows(Self.fields(of: columns, rows.table))
      case .detector, .answer: nil
      }
    }
    for block in rows.blocks {
      let fields = zip(parts, shared).map { part, shared -> Fields in
        if let shared { return shared }
        guard case .answer(let columns) = part else { return .same(CSVText.field(block.detector)) }
        return .answers(columns.map { CellFields($0, block) })
      }
      for row in 0..<block.rowCount {
        let window = block.window(of: row) ?? 0
        for (place, part) in fields.enumerated() {
          if place > 0 { csv.text.comma() }
          switch part {
          case .same(let bytes): csv.text.append(raw: bytes)
          case .windows(let bytes): csv.text.append(raw: bytes[window])
          case .answers(let cells): csv.text.append(cells, row)
          }
        }
        csv.text.endRow()
      }
      try csv.drain()
    }
  }

  /// Fields of the rows of a part.
  private enum Fields {
    case same([UInt8])
    case windows([[UInt8]])
    case answers([CellFields])
  }

  /// Returns the fields of each window, which all detectors share; a single empty one if there are no windows.
  private static func fields(
    of columns: [WindowColumn.Cells<WindowTable>], _ table: WindowTable?
  ) -> [[UInt8]] {
    guard let table else { return [[UInt8](repeating: UInt8(ascii: ","), count: columns.count - 1)] }
    let cells = columns.map { CellFields($0, table) }
    return table.ranges.indices.map { window in
      var csv = CSVText()
      csv.append(cells, window)
      return csv.bytes
    }
  }
}

/// Cells of one column in some rows. Each word is quoted once.
private enum CellFields {
  case numbers(RowNumbers)
  case words([[UInt8]], (Int) -> Int)

  init<Source>(_ cells: WindowColumn.Cells<Source>, _ source: Source) {
    switch cells {
    case .numbers(let numbers): self = .numbers(numbers(source))
    case .words(let made):
      let words = made(source)
      self = .words(words.words.map(CSVText.field), words.code)
    }
  }
}

extension CSVText {
  fileprivate mutating func append(_ columns: [CellFields], _ row: Int) {
    for (place, column) in columns.enumerated() {
      if place > 0 { comma() }
      switch column {
      case .numbers(let number): append(number(row))
      case .words(let fields, let code): append(raw: fields[code(row)])
      }
    }
  }
}

extension WindowColumn.UnitValue {
  fileprivate func field(in rows: UnitRows) -> CSVText.Value {
    switch self {
    case .word(let word): .text(word(rows))
    case .count(let count): .count(count(rows))
    }
  }
}
