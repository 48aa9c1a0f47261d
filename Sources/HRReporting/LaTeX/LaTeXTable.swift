/// A table for a paper, with booktabs' rules and siunitx's columns, which align decimal points.
struct LaTeXTable {
  let table: Table
  /// Caption above the table.
  let caption: String
  /// `tab:clean`; letters, digits and hyphens.
  let label: String

  var text: String {
    let heads = table.columns.enumerated().map { index, column in
      // siunitx reads the content of braces as text.
      let title = "{\(LaTeXText.escaped(column.heading))}"
      return isDouble(index) ? "\\multicolumn{2}{c}{\(LaTeXText.escaped(column.heading))}" : title
    }
    let rows = table.rows.map { row in
      row.enumerated().map { index, cell in self.cell(cell, in: index) }.joined(separator: " & ") + " \\\\"
    }
    return """
      % Needs \\usepackage{booktabs} and \\usepackage{siunitx}.
      \(LaTeXText.preamble)
      \\begin{table}
      \\centering\\footnotesize\\setlength{\\tabcolsep}{4pt}
      \\caption{\(LaTeXText.escaped(caption))}\\label{\(label)}
      \\begin{tabular}{\(table.columns.indices.map(form).joined(separator: " "))}
      \\toprule
      \(heads.joined(separator: " & ")) \\\\
      \\midrule
      \(rows.joined(separator: "\n"))
      \\bottomrule
      \\end{tabular}
      \\end{table}

      """
  }

  /// Returns true if numbers have an addition, such as an interval or a reason, which has a column of its own.
  private func isDouble(_ column: Int) -> Bool {
    table.rows.contains { row in
      switch row[column] {
      case .estimate: true
      case .bare(_, _, let reason): !reason.isEmpty
      case .text, .link, .code, .prose, .verdict, .figures, .count, .number, .interval, .missing: false
      }
    }
  }

  private func form(_ column: Int) -> String {
    guard table.columns[column].alignment == .trailing else { return "l" }
    let numbers = table.rows.compactMap { Self.number($0[column]) }
    guard !numbers.isEmpty else { return "r" }
    let whole =
      numbers.map { number, decimals in
        fixed(number.magnitude, decimals: decimals).prefix { $0 != "." }.count
      }.max() ?? 1
    let decimals = numbers.map(\.decimals).max() ?? 0
    let own =
      "S[table-format=\(numbers.contains { $0.0 < 0 } ? "-" : "")\(whole)\(decimals > 0 ? ".\(decimals)" : "")]"
    return isDouble(column) ? own + " @{\\,}l" : own
  }

  private static func number(_ cell: Cell) -> (Double, decimals: Int)? {
    switch cell {
    case .count(let count): (Double(count), 0)
    case .number(let number, let decimals), .estimate(let number, _, _, let decimals),
      .bare(let number, let decimals, _):
      number.isFinite ? (number, decimals) : nil
    case .text, .link, .code, .prose, .verdict, .figures, .interval, .missing: nil
    }
  }

  private func cell(_ cell: Cell, in column: Int) -> String {
    let number = Self.number(cell).map { fixed($0, decimals: $1) } ?? "{\(LaTeXText.escaped(cell.display))}"
    switch cell {
    case .estimate(_, let low, let high, let decimals):
      return "\(number) & {[}\(fixed(low, decimals: decimals)), \(fixed(high, decimals: decimals)){]}"
    case .bare(_, _, let reason):
      return isDouble(column)
        ? "\(number) & \(reason.isEmpty ? "" : "(\(LaTeXText.escaped(reason)))")" : number
    case .interval(let low, let high, let decimals):
      return "{$\(fixed(low, decimals: decimals))$ to $\(fixed(high, decimals: decimals))$}"
    case .text, .link, .code, .prose, .verdict: return "{\(LaTeXText.escaped(cell.display))}"
    case .figures, .count, .number, .missing: return isDouble(column) ? "\(number) &" : number
    }
  }
}
