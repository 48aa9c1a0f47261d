internal import HREvaluation
internal import HRStatistics

/// `summary.csv`: one row per (scenario, detector), columns from the table of metrics.
struct SummaryCSV {
  let evaluation: Evaluation

  /// Metrics of the first six blocks. Two counts follow them, and later metrics come behind these, so that no column
  /// moves.
  private static let earlier = Metric.columns.filter { $0.isInSummary && $0.block <= 6 }
  private static let later = Metric.columns.filter { $0.isInSummary && $0.block > 6 }

  static var header: [String] {
    ["scenario", "detector", "recordings", "subjects", "windows", "estimates"] + earlier.map(\.name)
      + ["referenceWindows", "failedRecordings"] + later.map(\.name)
  }

  var text: String {
    var csv = CSVText(header: Self.header + unitHeader)
    for row in evaluation.rows { csv.row(fields(of: row)) }
    return csv.text
  }

  private var isOfRates: Bool { evaluation.plan.variability == nil }
  /// Column of the unit of everything whose name ends in BPM, in runs of heart-rate variability.
  fileprivate var unitHeader: [String] { isOfRates ? [] : ["unit"] }

  fileprivate func fields(of row: Evaluation.Row) -> [CSVText.Value] {
    let tally = row.tally
    return [
      .text(evaluation.scenario(of: row)), .text(evaluation.detector(of: row)), .count(tally.recordings),
      .count(tally.subjects), .count(tally.windows), .count(tally.estimates),
    ] + Self.earlier.map { .number(row.value($0)) }
      + [.count(tally.referenceWindows), .count(tally.failedRecordings)]
      + Self.later.map { .number(row.value($0)) }
      + (isOfRates ? [] : [.text(evaluation.plan.unit(of: row.scenario))])
  }
}

/// `groups.csv`: the columns of `summary.csv` for each group of recordings or windows, behind the group's stratum and
/// value; groups in the order of the experiment's strata, rows as there.
struct GroupsCSV {
  let evaluation: Evaluation

  static var header: [String] { ["stratum", "group"] + SummaryCSV.header }

  var text: String {
    let summary = SummaryCSV(evaluation: evaluation)
    var csv = CSVText(header: Self.header + summary.unitHeader)
    for group in evaluation.strata {
      for row in group.rows { csv.row([.text(group.name), .text(group.value)] + summary.fields(of: row)) }
    }
    return csv.text
  }
}
