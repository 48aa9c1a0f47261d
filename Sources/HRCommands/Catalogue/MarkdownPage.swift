internal import HRReporting

/// Pieces of the Markdown pages that describe plugins.
enum MarkdownPage {
  /// Returns a heading, the summary, the facts and the parameters of an item.
  ///
  /// - Parameter figure: path of a picture below the summary.
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

  /// Returns a link to the heading of that name. Anchors are those of GitHub: lower case, without dots and plus signs,
  /// and with a number where an earlier heading has the same name.
  static func link(_ name: String, after earlier: [String] = []) -> Cell {
    let count = earlier.count { anchor($0) == anchor(name) }
    return .link(name, anchor: anchor(name) + (count > 0 ? "-\(count)" : ""))
  }

  private static func anchor(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  /// Returns a table of sentences.
  static func table(_ columns: [Table.Column], _ rows: [[Cell]]) -> String {
    Table(columns: columns, rows: rows).markdown(isPadded: false)
  }
}
