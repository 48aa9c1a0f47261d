internal import HRReports

/// Pieces of the Markdown pages that describe plugins.
enum MarkdownPage {
  /// A heading, what it is, its facts and its parameters.
  ///
  /// - Parameter figure: path of a picture to put beneath the summary.
  static func section(_ item: Listing.Item, figure: String? = nil) -> String {
    var parts = ["### \(markdownEscaped(item.name))", markdownEscaped(item.summary)]
    if let figure { parts.append("![\(markdownEscaped(item.name))](\(figure))") }
    parts.append(item.facts.map { "- \($0.name): \(markdownEscaped($0.value))" }.joined(separator: "\n"))
    if !item.parameters.isEmpty {
      let rows = item.parameters.map {
        [Cell.code($0.name), .text($0.domain.text), .text($0.defaultValue.text), .text($0.summary)]
      }
      parts.append(table([.left("parameter"), .left("values"), .left("default"), .left("what it is")], rows))
    }
    return parts.joined(separator: "\n\n")
  }

  /// A link to the heading of that name; anchors as GitHub makes them: lower case, dots and plus signs gone, and a
  /// number where a heading of that name stood before.
  static func link(_ name: String, after earlier: [String] = []) -> Cell {
    let count = earlier.count { anchor($0) == anchor(name) }
    return .link(name, anchor: anchor(name) + (count > 0 ? "-\(count)" : ""))
  }

  private static func anchor(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  /// A table of sentences.
  static func table(_ columns: [Table.Column], _ rows: [[Cell]]) -> String {
    Table(columns: columns, rows: rows).markdown(isPadded: false)
  }
}
