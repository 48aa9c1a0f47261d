extension Table {
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
