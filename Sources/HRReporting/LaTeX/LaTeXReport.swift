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

  /// Maximum number of detectors in a table of groups, and of such tables.
  private static let mostOfGroups = 8
  private static let mostGroupTables = 24

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
    let strata = StrataTables(evaluation: evaluation)
    let groups = evaluation.plan.scenarios.indices.flatMap { scenario in
      let detectors = evaluation.rows(ofScenario: scenario).bestFirst.prefix(Self.mostOfGroups).map(
        \.detector)
      return strata.tables(scenario, of: detectors).map { (scenario, $0.name, $0.table) }
    }.prefix(Self.mostGroupTables).map { scenario, name, table -> Part in
      let label = evaluation.plan.scenarios[scenario].label
      let path = Self.path(names.path(of: .table, "\(label) by \(name)"))
      return Part(
        path: path,
        text: LaTeXTable(
          table: table,
          caption:
            "Scenario \(label): the \(Self.mostOfGroups) detectors with the highest success rate, or all of fewer, by \(name). In brackets: 95 % confidence intervals over \(evaluation.clusterWord); n = the number of them where these are too few for one.",
          label: Self.label(path, "tab")
        ).text)
    }
    let shown = RunPart.all.flatMap(\.paper)
    return tables + groups
      + FigureKind.inPaper.filter(shown.contains).flatMap { figures[$0] }.compactMap(\.self)
      .map { Self.part($0.path, ($0.figure as? Figure)?.forPaper ?? $0.figure) }
  }

  private static func part(_ path: String, _ drawing: any Drawing) -> Part {
    let path = self.path(path)
    let figure = TikZText(sketch: drawing.sketch, caption: drawing.caption, label: label(path, "fig"))
    return Part(path: path, text: figure.text)
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
    let columns: [RowColumn] = [
      .init(.left("detector")) { .text(evaluation.detector(of: $0.row)) },
      .coverage, .rightOfAll, .short(.mae), .short(.bias), .limits("limits of agreement", decimals: 1),
    ]
    return LaTeXTable(
      table: columns.table(of: rows, evaluation),
      caption:
        "Scenario \(evaluation.plan.scenarios[scenario].label): errors, highest success rate first.\(facts ?? "") In brackets: 95 % confidence intervals over \(evaluation.clusterWord); n = the number of them where these are too few for one.",
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
    \\usepackage{graphicx}
    \\usepackage{tikz}
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

extension Figure {
  /// Maximum number of dots of one panel; TeX's memory is small.
  private static let mostPoints = 600

  /// The figure with fewer dots; its caption says so.
  fileprivate var forPaper: Figure {
    func kept(_ points: [Point]) -> [Point] { thinned(points, to: Self.mostPoints).map { points[$0] } }
    let drawn = panels.map { panel in
      var panel = panel
      panel.marks = panel.marks.map { mark in
        switch mark {
        case .points(let points, let title): .points(kept(points), title: title)
        case .groups(let groups, let areShaped, let title):
          .groups(
            groups.map { DotGroup(points: kept($0.points), style: $0.style, title: $0.title) },
            areShaped: areShaped, title: title)
        case .band, .rule, .series, .curve, .chance, .sloped, .hair, .trace, .level, .upright: mark
        }
      }
      return panel
    }
    let note = " At most \(grouped(Self.mostPoints)) windows per panel are drawn, evenly chosen."
    return Figure(
      title: title, caption: caption + (drawn == panels ? "" : note), legend: legend, panels: drawn)
  }
}
