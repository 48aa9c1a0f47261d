package import HREvaluation
internal import HRNumerics

/// The files of `hreval history --output`.
package enum HistoryFiles {
  /// - Returns: paths inside the output folder, in the order in which they are written.
  package static func all(_ histories: [History], refused: [RunArchive.Refusal]) -> [RunFile] {
    let page = HistoryPage(histories, refused: refused)
    var files = [RunFile(.historyTable) { HistoryCSV(histories).text }]
    files += page.figures.joined().map(\.file)
    return files + [RunFile(.history) { page.text }]
  }
}

/// `history.md`: the runs, a table and a figure per scenario, and how to read them.
struct HistoryPage {
  private let histories: [History]
  private let refused: [RunArchive.Refusal]
  /// One per scenario of each history.
  let figures: [[RunFigures.Entry]]

  init(_ histories: [History], refused: [RunArchive.Refusal]) {
    self.histories = histories
    self.refused = refused
    var names = FileNames()
    figures = histories.map { history in
      history.scenarios.map { scenario in
        let label = (histories.count > 1 ? history.name + " " : "") + scenario
        return RunFigures.Entry(
          path: names.path(of: .history, label), figure: HistoryFigure(history, scenario: scenario).figure)
      }
    }
  }

  static let heading = "# History of stored runs"

  var text: String {
    var parts = [
      Self.heading,
      "Errors are estimate minus reference, in beats (or breaths) per minute, bpm; below the tables stands [how to read them](#how-to-read-this).",
    ]
    for (history, figures) in zip(histories, figures) { parts += section(history, figures) }
    if !refused.isEmpty {
      parts.append("## Not read")
      parts.append(
        Table(
          columns: [.left("folder"), .left("reason")],
          rows: refused.map { [.text($0.folder), .text($0.problem.summary)] }
        ).markdown)
    }
    parts.append(Self.guide)
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func section(_ history: History, _ figures: [RunFigures.Entry]) -> [String] {
    let metric = history.metric
    var parts = ["## \(markdownEscaped(history.name))"]
    parts.append(
      "\(history.runCount)\(history.span.map { ", \(markdownEscaped($0))" } ?? ""). Followed here: "
        + "\(markdownCode(metric.definition)): \(markdownEscaped(metric.summary))")
    if history.runs.count == 1 { parts.append("One run only: a trend needs at least two.") }
    for (index, (scenario, figure)) in zip(history.scenarios, figures).enumerated() {
      parts += [
        "### \(markdownEscaped(scenario))",
        HistoryTable(history).table(of: history.trends.filter { $0.scenario == scenario }).markdown,
        figure.picture,
      ]
      // The same for all of them.
      if index == 0 { parts.append(figure.caption) }
    }
    return parts + ["### Runs", runs(of: history).markdown]
  }

  private func runs(of history: History) -> Table {
    let changes = history.changes
    return Table(
      columns: [.init(""), .left("run"), .left("started"), .left("hreval"), .left("unlike the run before")],
      rows: history.runs.enumerated().map { index, run in
        let notes = changes.filter { $0.run == index }.map(history.text)
        return [
          .count(index + 1), .text(run.label), started(run.stored.origin), .text(run.stored.hreval),
          .text(notes.joined(separator: "; ")),
        ]
      })
  }

  private func started(_ origin: ArchivedRun.Origin) -> Cell {
    switch origin {
    case .known(let provenance): .text(provenance.started)
    case .unknown(let reason): .missing("not known: \(reason)")
    }
  }

  private static let guide = """
    ## How to read this

    - **first**, **last**: the figure in the oldest run that has it, and in the newest. Lower is better for errors, nearer 0 for bias and \
    limits, higher for coverage, shares and correlations.
    - **change at**: by how much the level changed at the last change point, and the first run after it; in brackets what \
    makes that run unlike the one before, and after it where else between the two levels the reference or its offset changed: \
    the step may then be the reference's. A change point cuts the series \
    where two means describe it clearly better than one (optimal partitioning, penalty 2 σ² ln n; σ from the median step from \
    run to run, at least 0.01). It says that something changed, not why. An empty cell means that no step stands out.
    - **trend**: one block per run, from the lowest to the highest value shown; a dot is a run without a value. A series that moves by less than a \
    tenth of its size is drawn closer to level.
    - **coverage**: share of the windows with a reference that the newest run has an estimate for. A detector that answers less often can \
    look better.
    - **note**: runs that are unlike the one before it (other data, reference, windows, seed, scenario or detector) are named, and listed under \
    *Runs*. Figures from before and after such a run do not measure the same thing.
    - One experiment on the same data with the same build gives the same figures on the same machine, byte for byte: what moves here \
    comes from a change of data, experiment, program or machine.
    """
}
