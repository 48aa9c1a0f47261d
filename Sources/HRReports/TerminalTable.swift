/// A table as aligned text; a pure function of table, width and colour.
struct TerminalTable {
  private let table: Table
  private let width: Int
  private let colour: Bool
  private static let gap = "  "

  init(_ table: Table, width: Int, colour: Bool) {
    self.table = table
    self.width = width
    self.colour = colour
  }

  /// The whole table without a line break at the end.
  var text: String {
    let parts = self.parts
    return ([parts.header] + parts.rows + [parts.note].compactMap { $0 }).joined(separator: "\n")
  }

  /// Columns that do not fit are left out, least important first, and named in the note.
  var parts: (header: String, rows: [String], note: String?) {
    var shown = Array(table.columns.indices)
    var dropped: [Int] = []
    while needed(shown) > width, shown.count > 2, let least = leastImportant(of: shown) {
      shown.removeAll { $0 == least }
      dropped.append(least)
    }
    var widths = shown.map(naturalWidth)
    // Only the first column holds names that may be cut without a wrong number arising.
    let excess = needed(shown) - width
    if excess > 0, let first = widths.first {
      widths[0] = max(min(8, first), first - excess)
    }
    let header = line(shown.map { table.columns[$0].heading }, shown, widths, style: .bold)
    let rows = table.rows.map { row in
      line(
        shown.map { row[$0].display }, shown, widths, style: .plain, dimmed: shown.map { row[$0].isMissing })
    }
    guard !dropped.isEmpty else { return (header, rows, nil) }
    let names = dropped.sorted().map { table.columns[$0].title }.joined(separator: ", ")
    return (header, rows, painted("(too narrow for: \(names))".truncated(to: max(width, 20)), .dim))
  }

  private enum Style: String {
    case plain = ""
    case bold = "1"
    case dim = "2"
  }

  private func painted(_ text: String, _ style: Style) -> String {
    colour && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func line(
    _ cells: [String], _ shown: [Int], _ widths: [Int], style: Style, dimmed: [Bool] = []
  ) -> String {
    var parts: [String] = []
    for (place, column) in shown.enumerated() {
      let isLast = place == shown.count - 1
      let alignment = table.columns[column].alignment
      let cut = place == 0 ? cells[place].truncated(to: widths[place]) : cells[place]
      // Blanks at the end of a line only make copies longer.
      let text = isLast && alignment == .leading ? cut : cut.padded(to: widths[place], alignment)
      parts.append(painted(text, dimmed.indices.contains(place) && dimmed[place] ? .dim : style))
    }
    return parts.joined(separator: Self.gap)
  }

  private func naturalWidth(_ column: Int) -> Int {
    table.rows.reduce(table.columns[column].heading.displayWidth) {
      max($0, $1[column].display.displayWidth)
    }
  }

  private func needed(_ shown: [Int]) -> Int {
    shown.reduce(0) { $0 + naturalWidth($1) } + Self.gap.count * (shown.count - 1)
  }

  /// Never the first column; of equals the one further right.
  private func leastImportant(of shown: [Int]) -> Int? {
    shown.dropFirst().min {
      (table.columns[$0].importance, -$0) < (table.columns[$1].importance, -$1)
    }
  }
}
