internal import HREvaluation

/// `history.csv`: one row per experiment, run, scenario and detector, with every figure of the runs.
struct HistoryCSV {
  private let histories: [History]
  /// Figures that any run has, in the order of the runs.
  private let metrics: [String]

  init(_ histories: [History]) {
    self.histories = histories
    metrics = History.metrics(of: histories.flatMap { $0.runs.map(\.stored) })
  }

  /// The columns before the figures, and those after them.
  static let leading = [
    "experiment", "run", "started", "hreval", "scenario", "detector", "windows", "referenceWindows",
    "estimates", "clusters",
  ]
  static let trailing = ["followed", "level", "changePoint", "changed"]

  var text: String {
    var csv = CSVText(header: Self.leading + metrics + Self.trailing)
    for history in histories {
      for run in history.runs.indices {
        for trend in history.trends {
          for (index, point) in trend.points.enumerated() where point.run == run {
            csv.row(cells(point, index, trend, history))
          }
        }
      }
    }
    return csv.text
  }

  private func cells(
    _ point: Trend.Point, _ index: Int, _ trend: Trend, _ history: History
  ) -> [CSVText.Value] {
    let run = history.runs[point.run]
    let counts = point.row.counts
    return [
      .text(history.name), .text(run.label), .text(run.stored.origin.provenance?.started ?? ""),
      .text(run.stored.hreval), .text(trend.scenario), .text(trend.detector), .count(counts.windows),
      .count(counts.referenceWindows), .count(counts.estimates), .count(counts.clusters),
    ] + metrics.map { .number(point.row[$0]) } + [
      .text(history.metric.name), .number(trend.levels.level(at: index)),
      .text(trend.levels.startsStretch(at: index) ? "true" : "false"),
      .text(point.changes.map(\.described).joined(separator: "; ")),
    ]
  }
}
