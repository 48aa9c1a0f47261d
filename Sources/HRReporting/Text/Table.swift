internal import HRRunning
internal import HRSupport

/// A table as a value; renderers turn it into text.
package struct Table: Equatable, Sendable {
  package let columns: [Column]
  package var rows: [[Cell]]

  package enum Alignment: Equatable, Sendable {
    case leading, trailing
  }

  package struct Column: Equatable, Sendable {
    package let title: String
    /// Unit beside the title: `bpm`, `%`.
    package let unit: String?
    package let alignment: Alignment
    /// Priority of the column: if width is short, columns with the lowest number go first; the first column always
    /// stays.
    package let importance: Int
    /// True if its cells are names, which a narrow terminal may cut. The first column always counts as such.
    let holdsNames: Bool

    package init(
      _ title: String, unit: String? = nil, alignment: Alignment = .trailing, importance: Int = 5,
      holdsNames: Bool = false
    ) {
      self.holdsNames = holdsNames
      self.title = title.printable
      self.unit = unit?.printable
      self.alignment = alignment
      self.importance = importance
    }

    /// Returns a column of words.
    package static func left(_ title: String, unit: String? = nil, importance: Int = 5) -> Column {
      Column(title, unit: unit, alignment: .leading, importance: importance)
    }

    /// Returns a column of rates with another unit, or for an empty one without any; other columns as they are.
    func ofRates(in unit: String) -> Column {
      guard self.unit == RunPlan.rateUnit else { return self }
      return Column(
        title, unit: unit.isEmpty ? nil : unit, alignment: alignment, importance: importance,
        holdsNames: holdsNames)
    }

    /// `MAE (bpm)`
    package var heading: String {
      unit.map { "\(title) (\($0))" } ?? title
    }
  }

  package init(columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns the columns that are left when the least important ones go, one after the other, for as long as there
  /// are too many. The first column never goes; of equals the one further right goes first. At least two stay.
  func places(leavingOutWhile isTooMuch: ([Int]) -> Bool) -> [Int] {
    var shown = Array(columns.indices)
    while shown.count > 2, isTooMuch(shown),
      let least = shown.dropFirst().min(by: {
        (columns[$0].importance, -$0) < (columns[$1].importance, -$1)
      })
    {
      shown.removeAll { $0 == least }
    }
    return shown
  }

  /// The table as pages have it: its ``TableStyle/mostColumns`` most important columns.
  var ofMostImportant: Table {
    let shown = places { $0.count > TableStyle.mostColumns }
    return Table(columns: shown.map { columns[$0] }, rows: rows.map { row in shown.map { row[$0] } })
  }

  /// A GitHub-flavoured pipe table, padded so that it can be read as it is.
  var markdown: String { markdown(isPadded: true) }

  /// - Parameter isPadded: whether columns are as wide as their longest cell; not for columns of sentences.
  package func markdown(isPadded: Bool) -> String {
    let headings = columns.map { markdownEscaped($0.heading) }
    let body = rows.map { $0.map(\.markdown) }
    let widths = columns.indices.map { column in
      !isPadded ? 0 : body.reduce(max(3, headings[column].displayWidth)) { max($0, $1[column].displayWidth) }
    }
    func line(_ cells: [String]) -> String {
      let padded = columns.indices.map { cells[$0].padded(to: widths[$0], columns[$0].alignment) }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = columns.indices.map { column in
      let dashes = String(repeating: "-", count: max(2, widths[column] - 1))
      return columns[column].alignment == .trailing ? dashes + ":" : ":" + dashes
    }
    return ([line(headings), "| " + rule.joined(separator: " | ") + " |"] + body.map(line))
      .joined(separator: "\n")
  }
}

/// One entry of a table.
package enum Cell: Equatable, Sendable {
  /// Foreign words: in Markdown they are escaped.
  case text(String)
  /// Foreign words that link to a heading of the same page, or that are code.
  case link(String, anchor: String)
  case code(String)
  /// Words of our own with marks, such as a link to another file of the folder.
  case prose(Prose)
  /// A decision that stands out; pages with colours show its tone.
  case verdict(String, Block.Tone)
  /// Figures put together, without a name in them.
  case figures(String)
  case count(Int)
  case number(Double, decimals: Int)
  case interval(low: Double, high: Double, decimals: Int)
  /// A number and the interval around it.
  case estimate(Double, low: Double, high: Double, decimals: Int)
  /// A number without an interval, and the reason.
  case bare(Double, decimals: Int, reason: String)
  /// A missing value, and the reason.
  case missing(String)

  /// Text for people; names in it are printable.
  package var display: String {
    switch self {
    case .text(let text), .link(let text, _), .code(let text), .verdict(let text, _): text.printable
    case .prose(let prose): prose.text.printable
    case .figures(let figures): figures
    case .count(let count): grouped(count)
    case .number(let number, let decimals): fixed(number, decimals: decimals)
    case .interval(let low, let high, let decimals):
      "\(fixed(low, decimals: decimals)) to \(fixed(high, decimals: decimals))"
    case .estimate(let number, let low, let high, let decimals):
      "\(fixed(number, decimals: decimals)) [\(fixed(low, decimals: decimals)), \(fixed(high, decimals: decimals))]"
    case .bare(let number, let decimals, let reason):
      reason.isEmpty
        ? fixed(number, decimals: decimals) : "\(fixed(number, decimals: decimals)) (\(reason.printable))"
    case .missing(let reason): reason.isEmpty ? "–" : reason.printable
    }
  }

  package var isMissing: Bool {
    if case .missing = self { true } else { false }
  }

  /// The same in Markdown.
  var markdown: String {
    switch self {
    case .text, .bare, .missing: markdownEscaped(display)
    case .link(let text, let anchor): "[\(markdownEscaped(text))](#\(anchor))"
    case .code(let text): markdownCode(text)
    case .prose(let prose): prose.markdown
    case .verdict: "**\(markdownEscaped(display))**"
    case .figures, .count, .number, .interval, .estimate: display
    }
  }

  /// Returns the number, or the reason why there is none.
  package static func optional(_ number: Double?, decimals: Int, else reason: String = "") -> Cell {
    number.map { .number($0, decimals: decimals) } ?? .missing(reason)
  }

  /// Returns a share in per cent, or the reason why there is none.
  static func percent(_ share: Double?, else reason: String = "") -> Cell {
    .optional(share.map { 100 * $0 }, decimals: 1, else: reason)
  }
}
