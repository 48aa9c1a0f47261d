internal import HREvaluation
internal import HRStatistics

/// `1 window`, `1,252 windows`
func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

extension Evaluation {
  /// Name of the clusters in this run: `subjects` if every recording names one.
  var clusterWord: String { clusterKind.word }

  /// Returns the label of a row's scenario.
  func scenario(of row: Row) -> String { plan.scenarios[row.scenario].label }
  func detector(of row: Row) -> String { plan.detectors[row.detector].label }

  func row(scenario: Int, detector: Int) -> Row? {
    rows.first { $0.scenario == scenario && $0.detector == detector }
  }

  func rows(ofScenario scenario: Int) -> [Row] {
    rows.filter { $0.scenario == scenario }
  }

  /// Returns the meaning of `(n=3)` beside a figure of these rows; `nil` if none has it.
  func tooFewClusters(_ rows: [Row]) -> String? {
    let isShown = rows.contains { row in
      (row.lacksClusters && row.score.estimateCount > 0)
        || row.score.rightOfAll.map { $0.clusterCount < ClusterBootstrap.leastClusters } ?? false
    }
    guard isShown else { return nil }
    return
      "(n=…): too few \(clusterWord) for a 95 % interval, which needs at least \(ClusterBootstrap.leastClusters)"
  }

  /// Returns true if any column of such metrics was chosen for the tables.
  func shows(_ isMeant: (Metric.Family) -> Bool) -> Bool {
    Metric.all.contains { metric in
      isMeant(metric.family) && metric.columns.contains { plan.metrics.contains($0.name) }
    }
  }
}

extension Evaluation.Row {
  func value(_ metric: Metric) -> Double? { value(metric.column) }

  /// Returns the metric's first interval; `nil` if it does not exist.
  func interval(_ metric: Metric) -> Interval? {
    guard let bounds = metric.intervals.first, let low = value(bounds.low), let high = value(bounds.high)
    else { return nil }
    return Interval(low: low, high: high)
  }

  /// `too few subjects (n=3)`
  func tooFew(_ clusterWord: String) -> String {
    "too few \(clusterWord) (n=\(score.clusterCount))"
  }
}
