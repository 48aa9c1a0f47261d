internal import HRExperiments
internal import HRReports

/// Pieces of the Markdown pages that describe plugins.
enum MarkdownPage {
  /// A heading, what it is, its facts and its parameters.
  ///
  /// - Parameter figure: path of a picture to put beneath the summary.
  static func section(_ item: Listing.Item, figure: String? = nil) -> String {
    var parts = ["### \(markdownEscaped(item.name))", markdownEscaped(item.summary)]
    if let figure { parts.append("![\(markdownEscaped(item.name))](\(figure))") }
    parts.append(
      item.facts.map { "- \($0.name): \(markdownEscaped($0.value))" }.joined(separator: "\n"))
    if !item.parameters.isEmpty {
      parts.append(
        table(
          ["parameter", "values", "default", "what it is"],
          item.parameters.map {
            [markdownCode($0.name)] + [$0.domain.text, $0.defaultValue.text, $0.summary].map(markdownEscaped)
          }))
    }
    return parts.joined(separator: "\n\n")
  }

  /// A link to the heading of that name; anchors as GitHub makes them: lower case, dots and plus signs gone, and a
  /// number where a heading of that name stood before.
  static func link(_ name: String, after earlier: [String] = []) -> String {
    let count = earlier.count { anchor($0) == anchor(name) }
    return "[\(markdownEscaped(name))](#\(anchor(name))\(count > 0 ? "-\(count)" : ""))"
  }

  private static func anchor(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  /// - Parameter rows: cells as Markdown, in which foreign text is escaped.
  static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }
}
