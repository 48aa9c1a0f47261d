internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// `report.tex` and the files that it includes: a table of each scenario and every figure. Each is a file that a
/// paper can include by itself. `report.tex` is a document that shows them all.
struct LaTeXReport {
  let evaluation: Evaluation
  let figures: RunFigures

  /// Beginning of every file, by which hreval recognises its own.
  static let opening = "% Made by hreval"

  /// Files of the report, the document last.
  var files: [RunFile] {
    let parts = self.parts
    return parts.map { part in RunFile(path: part.path) { Self.opening + ".\n" + part.text } }
      + [RunFile(.latex) { document(parts.map(\.path)) }]
  }

  private struct Part: Sendable {
    let path: String
    let text: String
  }

  private var parts: [Part] {
    var names = FileNames()
    let tables = evaluation.plan.scenarios.indices.map { scenario -> Part in
      let path = Self.path(names.path(of: .table, evaluation.plan.scenarios[scenario].label))
      return Part(path: path, text: table(of: scenario, label: Self.label(path, "tab")).text)
    }
    let rows = (figures.error + figures.distribution).compactMap(\.self).map { entry -> Part in
      let path = Self.path(entry.path)
      return Part(path: path, text: LaTeXRows(plot: entry.figure, label: Self.label(path, "fig")).text)
    }
    let drawn = figures.all.map { entry -> Part in
      let path = Self.path(entry.path)
      return Part(path: path, text: LaTeXFigure(figure: entry.figure, label: Self.label(path, "fig")).text)
    }
    return tables + rows + drawn
  }

  /// `figures/agreement-clean.svg` → `figures/agreement-clean.tex`
  private static func path(_ path: String) -> String { path.dropLast(4) + ".tex" }

  private static func label(_ path: String, _ kind: String) -> String {
    "\(kind):\(path.dropFirst("\(OwnedFiles.figures)/".count).dropLast(4))"
  }

  private func table(of scenario: Int, label: String) -> LaTeXTable {
    let rows = evaluation.rows(ofScenario: scenario).bestFirst
    let tally = rows.first?.tally
    let facts = tally.map {
      " \(counted($0.recordings, "recording")), \(evaluation.clusterKind.counted($0.subjects)), \(counted($0.referenceWindows, "window")) with a reference."
    }
    return LaTeXTable(
      table: Table(
        columns: [
          .left("detector"), .init("coverage", unit: "%"), .init("right of all", unit: "%"),
          .init("MAE", unit: "bpm"), .init("bias", unit: "bpm"), .init("limits of agreement", unit: "bpm"),
        ],
        rows: rows.map { row in
          let cells = RowCells(row: row, clusterWord: evaluation.clusterWord)
          return [
            .text(evaluation.detector(of: row)), cells.coverage, cells.rightOfAll, cells.short(.mae),
            cells.short(.bias), .range(row.limits?.limits, decimals: 1),
          ]
        }),
      caption:
        "Scenario \(evaluation.plan.scenarios[scenario].label): errors, most right of all first.\(facts ?? "") In brackets 95 % intervals over \(evaluation.clusterWord); n = the number of them where these are too few for one.",
      label: label)
  }

  private func document(_ paths: [String]) -> String {
    """
    \(Self.opening) \(LaTeXText.escaped(evaluation.plan.hreval)). A paper includes single files: \\input{\(paths.first ?? "figures/…")}
    \\documentclass[a4paper]{article}
    \\usepackage[T1]{fontenc}
    \\usepackage{textcomp}
    \\usepackage[margin=2cm]{geometry}
    \\usepackage{booktabs}
    \\usepackage{siunitx}
    \\usepackage{xcolor}
    \\usepackage{pgfplots}
    \\pgfplotsset{compat=1.16}
    \(LaTeXText.preamble)
    \\begin{document}
    \\title{\(LaTeXText.escaped(evaluation.plan.name))}
    \\author{}
    \\date{}
    \\maketitle
    \(LaTeXText.escaped(evaluation.plan.description ?? ""))
    \(paths.map { "\\input{\($0)}\n\\clearpage" }.joined(separator: "\n"))
    \\end{document}

    """
  }
}
