extension Table {
  /// A GitHub-flavoured pipe table, padded so that it can be read as it is.
  var markdown: String {
    let headings = columns.map { markdownEscaped($0.heading) }
    let body = rows.map { $0.map(\.markdown) }
    let widths = columns.indices.map { column in
      body.reduce(max(3, headings[column].displayWidth)) { max($0, $1[column].displayWidth) }
    }
    func line(_ cells: [String]) -> String {
      let padded = columns.indices.map { cells[$0].padded(to: widths[$0], columns[$0].alignment) }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = columns.indices.map { column in
      let dashes = String(repeating: "-", count: widths[column] - 1)
      return columns[column].alignment == .trailing ? dashes + ":" : ":" + dashes
    }
    return ([line(headings), "| " + rule.joined(separator: " | ") + " |"] + body.map(line))
      .joined(separator: "\n")
  }
}
