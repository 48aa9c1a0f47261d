/// A table as aligned text; a pure function of table and style.
package struct TerminalTable {
  private let table: Table
  private let style: TableStyle
  private let widths: [Int]
  private static let gap = "  "

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
    var widths = shown.map { self.widths[$0] }
    // Only the first column holds names, which may be cut without changing a number.
    if let width = style.width, let first = widths.first {
      let excess = needed(shown) - width
      if excess > 0 { widths[0] = max(min(8, first), first - excess) }
    }
    let header = line(shown, widths, { table.columns[$0].heading }, { style.bold($1) })
    let rows = table.rows.map { row in
      line(shown, widths, { row[$0].display }, { row[$0].isMissing ? style.dim($1) : $1 })
    }
    let dropped = table.columns.indices.filter { !shown.contains($0) }
    guard !dropped.isEmpty else { return (header, rows, nil) }
    let names = dropped.map { table.columns[$0].title }.joined(separator: ", ")
    let note = style.prose("(not shown: \(names); --wide shows every column)")
    return (header, rows, style.dim(note))
  }

  /// Columns that fit, no more than ten unless all are asked for, in their order.
  private var shown: [Int] {
    table.places { shown in
      switch style.extent {
      case .width(let width): needed(shown) > width || shown.count > TableStyle.mostColumns
      case .lines: shown.count > TableStyle.mostColumns
      case .everything: false
      }
    }
  }

  private func line(
    _ shown: [Int], _ widths: [Int], _ cell: (_ column: Int) -> String,
    _ painted: (_ column: Int, _ text: String) -> String
  ) -> String {
    let parts = shown.enumerated().map { place, column in
      let isLast = place == shown.count - 1
      let alignment = table.columns[column].alignment
      let cut = place == 0 ? cell(column).truncated(to: widths[place]) : cell(column)
      return painted(column, isLast && alignment == .leading ? cut : cut.padded(to: widths[place], alignment))
    }
    let whole = parts.joined(separator: Self.gap)
    return style.colour ? whole : whole.withoutTrailingBlanks
  }

  private func needed(_ shown: [Int]) -> Int {
    shown.reduce(0) { $0 + widths[$1] } + Self.gap.count * (shown.count - 1)
  }
}

extension String {
  /// The text without blanks at its end, which would only make copies longer.
  fileprivate var withoutTrailingBlanks: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
