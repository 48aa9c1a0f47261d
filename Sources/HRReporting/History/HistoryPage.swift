package import HREvaluation

/// The files of `hreval history --output`.
package enum HistoryFiles {
  /// - Parameter pages: path of each run's page from the output folder, by the run's folder; runs without a page are
  ///   not among them.
  /// - Returns: paths inside the output folder, in the order in which they are written.
  package static func all(
    _ histories: [History], refused: [RunArchive.Refusal], pages: [String: String] = [:]
  ) -> [RunFile] {
    let page = HistoryPage(histories, refused: refused, pages: pages)
    var files = [RunFile(.historyTable) { HistoryCSV(histories).text }]
    files += page.figures.joined().map(\.file)
    return files + [RunFile(.history) { page.text }, RunFile(.historyPage) { page.html }]
  }
}

/// `history.md` and `history.html`: the runs, a table and a figure per scenario, and how to read them.
struct HistoryPage {
  private let histories: [History]
  private let refused: [RunArchive.Refusal]
  private let pages: [String: String]
  /// Maximum number of changes of level that are listed; the tables have them all.
  private static let mostSteps = 10
  /// Figures, one per scenario of each history.
  let figures: [[FigureEntry]]

  init(_ histories: [History], refused: [RunArchive.Refusal], pages: [String: String]) {
    self.histories = histories
    self.refused = refused
    self.pages = pages
    var names = FileNames()
    figures = histories.map { history in
      history.scenarios.map { scenario in
        let label = (histories.count > 1 ? history.name + " " : "") + scenario
        return FigureEntry(
          path: names.path(of: .history, label),
          figure: HistoryFigure(history: history, scenario: scenario).figure)
      }
    }
  }

  private static let title = "History of stored runs"
  static let heading = "# " + title
  private static let guideTitle = "How to read this"
  /// Mark by which hreval recognises such a page in HTML.
  static let headingMark = "<h1 id=\"history-of-stored-runs\">\(title)</h1>"

  var text: String { blocks.markdown + "\n" }

  var blocks: [Block] {
    [
      .heading(1, Prose(plain: Self.title)),
      .paragraph(
        "Errors are estimate minus reference, in beats (or breaths) per minute, bpm, and of heart-rate variability in the unit of the figure; below the tables stands [how to read them](#how-to-read-this)."
      ),
    ] + body + [.heading(2, Prose(plain: Self.guideTitle)), .list(Self.guide)]
  }

  /// Page with the sentence on changed levels first, then each experiment, then how to read it.
  private var folded: [Block] {
    [.heading(1, Prose(plain: Self.title)), lead] + body
      + [.fold(Prose(plain: Self.guideTitle), [.list(Self.guide)])]
  }

  var html: String { BlockPage(title: Self.title, blocks: folded).html }

  /// `nightly: the level changed in 2 of 6 rows, last in night-07.`
  private var lead: Block {
    let sentences = histories.map { history -> String in
      let steps = history.trends.compactMap { trend in
        trend.levels.lastStep.map { trend.points[$0.point].run }
      }
      let count = counted(history.trends.count, "row")
      let last = steps.max().map { ", last in \(history.name(of: $0))" } ?? ""
      return steps.isEmpty
        ? "\(history.name), \(history.runCount): no change of level is shown in \(count) (detector and scenario)."
        : "\(history.name), \(history.runCount): the level changed in \(grouped(steps.count)) of \(count) (detector and scenario)\(last)."
    }
    return .lead(Prose(plain: sentences.joined(separator: " ")))
  }

  private var body: [Block] {
    var parts: [Block] = []
    for (history, figures) in zip(histories, figures) { parts += section(history, figures) }
    if let unchecked = uncheckedRuns(histories) {
      parts.append(.paragraph(Prose(plain: "Figures \(unchecked).")))
    }
    if !refused.isEmpty {
      parts += [
        .heading(2, "Not used"),
        .table(
          Table(
            columns: [.left("folder"), .left("reason")],
            rows: refused.map { [.text($0.folder), .text($0.problem.summary)] })),
      ]
    }
    return parts
  }

  private func section(_ history: History, _ figures: [FigureEntry]) -> [Block] {
    let span: Prose = history.span.map { ", \($0)" } ?? ""
    let scale = HistoryScale(history)
    var parts: [Block] = [
      .heading(2, Prose(plain: history.name)),
      .paragraph(
        "\(history.runCount)\(span). Followed here: **\(scale.words)**, in files \(code: history.metric.definition)."
      ),
    ]
    parts += steps(of: history)
    if history.runs.count == 1 { parts.append(.paragraph("One run only: a trend needs at least two.")) }
    for (index, (scenario, figure)) in zip(history.scenarios, figures).enumerated() {
      parts += [
        .heading(3, Prose(plain: scenario)),
        .table(HistoryTable(history: history).table(of: history.trends.filter { $0.scenario == scenario })),
        // All figures have the same caption.
        .picture(Picture(figure, isCaptioned: index == 0)),
      ]
    }
    return parts + [.heading(3, "Runs"), .table(runs(of: history))]
  }

  /// Returns the last change of each row's level, the latest first; empty without any.
  private func steps(of history: History) -> [Block] {
    let table = HistoryTable(history: history)
    let steps = history.trends.compactMap { trend in
      trend.levels.lastStep.map { (run: trend.points[$0.point].run, trend) }
    }
    guard !steps.isEmpty else { return [] }
    let ordered = steps.enumerated().sorted {
      ($1.element.run, $0.offset) < ($0.element.run, $1.offset)
    }.map(\.element.1)
    let lines: [Prose] = ordered.prefix(Self.mostSteps).map {
      "**\($0.detector)**, \($0.scenario): \(table.step($0))"
    }
    let rest = steps.count - lines.count
    return [.list(lines + (rest > 0 ? ["\(grouped(rest)) more, in the tables"] : []))]
  }

  private func runs(of history: History) -> Table {
    let changes = history.changes
    let hasCommits = history.runs.contains { $0.stored.origin.provenance?.commit != nil }
    let rows = history.runs.enumerated().map { (index: $0, run: $1) }
    let columns: [TableColumn<(index: Int, run: History.Run)>?] = [
      .init(.left("run")) { link(to: $0.run) }, .init(.left("started")) { started($0.run.stored.origin) },
      .words("hreval", \.run.stored.hreval),
      hasCommits ? .init(.left("commit")) { commit($0.run.stored.origin) } : nil,
      .words("unlike the run before") { row in
        changes.filter { $0.run == row.index }.map(history.text).joined(separator: "; ")
      },
    ]
    return Table(columns.compactMap(\.self), of: rows)
  }

  /// Returns the run's name, which links to its page where there is one.
  private func link(to run: History.Run) -> Cell {
    pages[run.stored.folder].map { .prose("\(link: run.label, to: $0)") } ?? .text(run.label)
  }

  private func commit(_ origin: ArchivedRun.Origin) -> Cell {
    guard let provenance = origin.provenance, let commit = provenance.commit else {
      return .missing("not known")
    }
    return .text(
      "\(commit.prefix(12))\(provenance.hasUncommittedChanges ? " with uncommitted changes" : "")")
  }

  private func started(_ origin: ArchivedRun.Origin) -> Cell {
    switch origin {
    case .known(let provenance): .text(History.shown(provenance.started))
    case .unknown(let reason): .missing("not known: \(reason)")
    }
  }

  private static let guide: [Prose] = [
    """
    **first**, **last**: the figure in the oldest run that has it, and in the newest. Lower is better for errors, nearer 0 for bias and \
    limits, higher for coverage, shares and correlations.
    """,
    """
    **change at**: by how much the level changed at the last change point, and the first run after it; in brackets what \
    makes that run unlike the one before, and after it where else between the two levels the reference or its offset changed: \
    the step may then be the reference's. A change point cuts the series \
    where two means describe it clearly better than one (optimal partitioning, penalty 2 σ² ln n; σ from the median step from \
    run to run, at least 0.01). It says that something changed, not why. An empty cell means that no step stands out.
    """,
    """
    **trend**: one block per run, from the lowest to the highest value shown; a dot is a run without a value. A series that moves by less than a \
    tenth of its size is drawn closer to level.
    """,
    """
    **coverage**: share of the windows with a reference that the newest run has an estimate for. A detector that answers less often can \
    look better.
    """,
    """
    **note**: runs that are unlike the one before it (other data, reference, windows, seed, scenario or detector) are named, and listed under \
    *Runs*. Figures from before and after such a run do not measure the same thing.
    """,
    """
    One experiment on the same data with the same build gives the same figures on the same machine, byte for byte: what moves here \
    comes from a change of data, experiment, program or machine.
    """,
  ]
}
