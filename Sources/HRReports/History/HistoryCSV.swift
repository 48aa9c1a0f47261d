internal import HREvaluation

/// `history.csv`: one row per experiment, run, scenario and detector, with every figure of the runs.
struct HistoryCSV {
  private let histories: [History]
  /// Every figure that a run knows, in the order of the runs.
  private let metrics: [String]

  init(_ histories: [History]) {
    self.histories = histories
    metrics = History.metrics(of: histories.flatMap { $0.runs.map(\.stored) })
  }

  /// The columns before the figures, and those after them.
  static let leading = [
    "experiment", "run", "started", "hreval", "scenario", "detector", "windows", "referenceWindows",
    "estimates",
    "clusters",
  ]
  static let trailing = ["followed", "level", "changePoint", "changed"]

  var text: String {
    var csv = CSVText(header: Self.leading + metrics + Self.trailing)
    for history in histories {
      for run in history.runs.indices {
        for trend in history.trends {
          for (index, point) in trend.points.enumerated() where point.run == run {
            append(point, index, trend, history, to: &csv)
          }
        }
      }
    }
    return csv.text
  }

  private func append(
    _ point: Trend.Point, _ index: Int, _ trend: Trend, _ history: History, to csv: inout CSVText
  ) {
    let run = history.runs[point.run]
    let names = [
      history.name, run.label, run.stored.origin.provenance?.started ?? "", run.stored.hreval, trend.scenario,
      trend.detector,
    ]
    for name in names {
      csv.append(name)
      csv.comma()
    }
    let counts = point.row.counts
    for count in [counts.windows, counts.referenceWindows, counts.estimates, counts.clusters] {
      csv.append(String(count))
      csv.comma()
    }
    for metric in metrics {
      csv.append(point.row[metric])
      csv.comma()
    }
    csv.append(history.metric.name)
    csv.comma()
    csv.append(trend.levels.level(at: index))
    csv.comma()
    csv.append(trend.levels.startsStretch(at: index) ? "true" : "false")
    csv.comma()
    csv.append(point.changes.map(\.described).joined(separator: "; "))
    csv.endRow()
  }
}
