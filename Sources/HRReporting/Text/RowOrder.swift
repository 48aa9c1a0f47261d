internal import HREvaluation
internal import HRStatistics

extension [Evaluation.Row] {
  /// Rows by success rate (all windows), the highest first, then by the smaller error, then as in the experiment.
  var bestFirst: [Evaluation.Row] {
    sorted { a, b in
      let (mine, others) = (a.score.rightOfAll?.share ?? -1, b.score.rightOfAll?.share ?? -1)
      let (error, other) = (a.value(.mae) ?? .infinity, b.value(.mae) ?? .infinity)
      return (-mine, error, a.detector) < (-others, other, b.detector)
    }
  }
}

extension Evaluation {
  /// Returns the row that leads a scenario by its figures, which does not show it to be better; `nil` if none has an
  /// estimate that can be judged.
  func leader(ofScenario scenario: Int) -> Row? {
    rows(ofScenario: scenario).bestFirst.first { $0.score.estimateCount > 0 }
  }
}
