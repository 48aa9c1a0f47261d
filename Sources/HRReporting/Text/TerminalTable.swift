/// A table as aligned text; a pure function of table and style.
package struct TerminalTable {
  private let table: Table
  private let style: TableStyle
  private let widths: [Int]
  private static let gap = "  "
  /// Names are cut to this width before a column of at least ``weighty`` importance is left out.
  private static let leastName = 16
  /// Width of a name where even that is too wide.
  private static let leastNameOfAll = 8
  /// Importance of the figures without which a table says nothing, such as the mean absolute error.
  private static let weighty = 9

  package init(_ table: Table, _ style: TableStyle) {
    self.table = table
    self.style = style
    widths = table.columns.indices.map { column in
      table.rows.reduce(table.columns[column].heading.displayWidth) {
        max($0, $1[column].display.displayWidth)
      }
    }
  }

  /// The whole table without a line break at the end.
  package var text: String {
    let parts = self.parts
    return ([parts.header] + parts.rows + [parts.note].compactMap { $0 }).joined(separator: "\n")
  }

  /// Parts of the table. Columns that do not fit, and those beyond ten, are left out, least important first, and
  /// named in the note.
  var parts: (header: String, rows: [String], note: String?) {
    let shown = self.shown
    let widths = fitting(shown)
    let header = line(
      shown, widths, { table.columns[$0].heading.truncated(to: widths[$0]) }, { style.bold($1) })
    // Only names may be cut, which changes no number.
    let names = shown.map { column in
      (isName(column) ? table.rows.map { $0[column].display } : [], widths[column])
    }
    let cuts = Dictionary(
      uniqueKeysWithValues: zip(shown, names.map { CutNames($0, to: $1) }))
    let rows = table.rows.map { row in
      line(
        shown, widths, { cuts[$0]?[row[$0].display] ?? row[$0].display },
        { row[$0].isMissing ? style.dim($1) : $1 })
    }
    let dropped = table.columns.indices.filter { !shown.contains($0) }
    guard !dropped.isEmpty else { return (header, rows, nil) }
    let left = dropped.map { table.columns[$0].title }.joined(separator: ", ")
    let note = style.prose("(not shown: \(left); --wide shows every column)")
    return (header, rows, style.dim(note))
  }

  private func isName(_ column: Int) -> Bool { column == 0 || table.columns[column].holdsNames }

  /// Columns that fit, no more than ten unless all are asked for, in their order.
  private var shown: [Int] {
    table.places { shown in
      switch style.extent {
      case .width(let width): least(shown) > width || shown.count > TableStyle.mostColumns
      case .lines: shown.count > TableStyle.mostColumns
      case .everything: false
      }
    }
  }

  /// Returns the least width of columns: with whole names while a column is left that may go for them, else with names
  /// that are cut.
  private func least(_ shown: [Int]) -> Int {
    let mayGo = shown.contains {
      !isName($0) && table.columns[$0].importance < Self.weighty
    }
    return needed(shown, mayGo ? widths : widths.indices.map { cut($0, to: Self.leastName) })
  }

  private func cut(_ column: Int, to width: Int) -> Int {
    isName(column) ? min(widths[column], width) : widths[column]
  }

  /// Returns the widths of all columns for these: the widest names are cut as far as needed.
  private func fitting(_ shown: [Int]) -> [Int] {
    guard let width = style.width else { return widths }
    var widths = self.widths
    for least in [Self.leastName, Self.leastNameOfAll] {
      while needed(shown, widths) > width,
        let widest = shown.filter({ isName($0) && widths[$0] > least }).max(by: { widths[$0] < widths[$1] })
      {
        widths[widest] -= 1
      }
    }
    return widths
  }

  private func line(
    _ shown: [Int], _ widths: [Int], _ cell: (_ column: Int) -> String,
    _ painted: (_ column: Int, _ text: String) -> String
  ) -> String {
    let parts = shown.enumerated().map { place, column in
      let isLast = place == shown.count - 1
      let alignment = table.columns[column].alignment
      let text = cell(column)
      return painted(
        column, isLast && alignment == .leading ? text : text.padded(to: widths[column], alignment))
    }
    let whole = parts.joined(separator: Self.gap)
    return style.colour ? whole : whole.withoutTrailingBlanks
  }

  private func needed(_ shown: [Int], _ widths: [Int]) -> Int {
    shown.reduce(0) { $0 + widths[$1] } + Self.gap.count * (shown.count - 1)
  }
}

/// Names cut to a width, different ones to different texts.
struct CutNames {
  private let shown: [String: String]

  init(_ names: [String], to width: Int) {
    let names = names.distinct
    // The middle of a name goes, unless names differ there: then another part of it.
    let most = max(0, width - 1)
    let ends = (0...most).sorted { (abs(2 * $0 - most), $0) < (abs(2 * $1 - most), $1) }
    let cuts = ends.lazy.map { end in names.map { $0.cutInside(to: width, keepingAtEnd: end) } }
    let distinct = cuts.first { Set($0).count == names.count }
    let texts = distinct ?? names.enumerated().map { "\($1.truncated(to: width - 4)) #\($0 + 1)" }
    shown = Dictionary(uniqueKeysWithValues: zip(names, texts))
  }

  subscript(_ name: String) -> String? { shown[name] }
}

extension String {
  /// The text without blanks at its end, which would only make copies longer.
  fileprivate var withoutTrailingBlanks: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
