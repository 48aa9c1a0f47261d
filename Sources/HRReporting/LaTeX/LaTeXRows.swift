internal import HRSupport

/// A figure of rows for a paper, drawn by pgfplots.
struct LaTeXRows {
  let plot: RowPlot
  /// `fig:error-clean`
  let label: String

  private typealias Draw = LaTeXPicture
  private var scale: Scale { plot.axis.scale }
  private func held(_ value: Double) -> Double { min(scale.high, max(scale.low, value)) }

  var text: String {
    let count = plot.rows.count
    let names = plot.rows.map { "{\(LaTeXText.escaped($0.name))}" }.joined(separator: ",")
    let body = plot.rows.enumerated().map { index, row in
      let y = Double(count - index)
      let marks = row.marks.map { mark($0, at: y) }.joined(separator: "\n")
      let text =
        row.text.isEmpty
        ? ""
        : "\n\\node[right, font=\\tiny] at \(Draw.place(scale.high, y)) {\(LaTeXText.escaped(row.text))};"
      return marks + text
    }
    let rules = plot.rules.filter { $0.value >= scale.low && $0.value <= scale.high }.map { rule in
      "\\draw[dotted, thick] \(Draw.place(rule.value, 0.4)) -- \(Draw.place(rule.value, Double(count) + 0.6)) node[above, font=\\tiny] {\(LaTeXText.escaped(rule.label))};"
    }
    return LaTeXPicture.text(
      body: """
        \\begin{tikzpicture}
        \\begin{axis}[width=0.62\\linewidth, height=\(Draw.number(1.6 + 0.42 * Double(count)))cm, clip=false, font=\\scriptsize,
          scale only axis, xlabel={\(LaTeXText.escaped(plot.axis.title))}, xmin=\(Draw.number(scale.low)), xmax=\(Draw.number(scale.high)),
          ymin=0.4, ymax=\(Draw.number(Double(count) + 0.6)), xtick={\(scale.ticks.map(Draw.number).joined(separator: ","))},
          ytick={\((1...max(1, count)).reversed().map(String.init).joined(separator: ","))}, yticklabels={\(names)},
          xmajorgrids, grid style={gray!20}]
        \((rules + body).joined(separator: "\n"))
        \\end{axis}
        \\end{tikzpicture}
        """, caption: plot.caption, label: label)
  }

  private func mark(_ mark: RowPlot.Mark, at y: Double) -> String {
    switch mark {
    case .line(let from, let to):
      return "\\draw[hreval-cloud, thick] \(Draw.place(held(from), y)) -- \(Draw.place(held(to), y));"
    case .box(let from, let to):
      return
        "\\filldraw[draw=hreval-cloud, fill=hreval-cloud!30] \(Draw.place(held(from), y - 0.28)) rectangle \(Draw.place(held(to), y + 0.28));"
    case .tick(let value):
      guard value >= scale.low, value <= scale.high else { return "" }
      return "\\draw[black, very thick] \(Draw.place(value, y - 0.28)) -- \(Draw.place(value, y + 0.28));"
    case .dot(let value, let fill):
      guard value <= scale.high else {
        return
          "\\node[left, font=\\tiny] at \(Draw.place(scale.high, y)) {\(fixed(value, decimals: 1)) $\\rightarrow$};"
      }
      return
        "\\filldraw[draw=hreval-cloud, fill=hreval-cloud, fill opacity=\(Draw.number(fill))] \(Draw.place(held(value), y)) circle[radius=1.8pt];"
    case .words(let words):
      return
        "\\node[right, font=\\tiny\\itshape] at \(Draw.place(scale.low, y)) {\(LaTeXText.escaped(words))};"
    }
  }
}
