internal import HREvaluation
internal import HRRunning

/// Names of the data sets of pooled figures, and the detectors that differ between them.
struct PooledDatasets {
  /// Difference of the shares of estimates within tolerance, in percentage points, above which a sentence reports it.
  private static let notablePoints = 10.0

  private let evaluation: Evaluation
  private let names: [String]

  /// Creates the text; `nil` if all recordings are from one data set.
  init?(_ evaluation: Evaluation) {
    names = evaluation.plan.usedDatasets
    guard names.count > 1 else { return nil }
    self.evaluation = evaluation
  }

  /// Sentence for every pooled table, on any page.
  var sentence: String {
    let counts = names.map { name in
      "\(name) (\(counted(evaluation.recordings.count { $0.dataset == name && $0.failure == nil }, "recording")))"
    }
    return
      "Pooled over \(names.count) data sets, with the same weight for every window: \(counts.joined(separator: ", "))."
  }

  /// Returns the detectors that differ by more than ten points, each with its shares: `a 68.0 %, b 88.1 %`.
  func differences(_ rows: [Evaluation.Row]) -> [(label: String, detail: String)] {
    rows.compactMap { row -> (label: String, detail: String)? in
      let shares = evaluation.strata.filter { $0.name == RunPlan.datasetStratum }
        .compactMap { group -> (name: String, percent: Double)? in
          group.rows.first { $0.scenario == row.scenario && $0.detector == row.detector }?
            .value(.withinTolerance).map { (group.value, 100 * $0) }
        }
      guard let least = shares.map(\.percent).min(), let most = shares.map(\.percent).max(),
        most - least > Self.notablePoints
      else { return nil }
      let texts = shares.map { "\($0.name) \(fixed($0.percent, decimals: 1)) %" }
      return (evaluation.detector(of: row), texts.joined(separator: ", "))
    }
  }
}
