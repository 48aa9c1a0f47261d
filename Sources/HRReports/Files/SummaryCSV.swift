internal import HREvaluation
internal import HRStatistics

/// `summary.csv`: one row per (scenario, detector), columns from the table of metrics.
struct SummaryCSV {
  private let evaluation: Evaluation

  init(_ evaluation: Evaluation) {
    self.evaluation = evaluation
  }

  static var header: [String] {
    ["scenario", "detector", "recordings", "subjects", "windows", "estimates"] + Metric.columns.map(\.name)
      + ["referenceWindows", "failedRecordings"]
  }

  var text: String {
    var csv = CSVText(header: Self.header)
    for row in evaluation.rows {
      csv.append(evaluation.plan.scenarios[row.scenario].label)
      csv.comma()
      csv.append(evaluation.plan.detectors[row.detector].label)
      for count in [row.tally.recordings, row.tally.subjects, row.tally.windows, row.tally.estimates] {
        csv.comma()
        csv.append(String(count))
      }
      for metric in Metric.columns {
        csv.comma()
        csv.append(row.value(metric))
      }
      for count in [row.tally.referenceWindows, row.tally.failedRecordings] {
        csv.comma()
        csv.append(String(count))
      }
      csv.endRow()
    }
    return csv.text
  }
}
