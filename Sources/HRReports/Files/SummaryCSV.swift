internal import HREvaluation
internal import HRStatistics

/// `summary.csv`: one row per (scenario, detector), columns from the table of metrics.
struct SummaryCSV {
  let evaluation: Evaluation

  static var header: [String] {
    ["scenario", "detector", "recordings", "subjects", "windows", "estimates"] + Metric.columns.map(\.name)
      + ["referenceWindows", "failedRecordings"]
  }

  var text: String {
    var csv = CSVText(header: Self.header)
    for row in evaluation.rows {
      let tally = row.tally
      csv.row(
        [
          .text(evaluation.scenario(of: row)), .text(evaluation.detector(of: row)), .count(tally.recordings),
          .count(tally.subjects), .count(tally.windows), .count(tally.estimates),
        ] + Metric.columns.map { .number(row.value($0)) }
          + [.count(tally.referenceWindows), .count(tally.failedRecordings)])
    }
    return csv.text
  }
}
