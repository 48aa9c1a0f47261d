internal import HREvaluation
internal import HRStatistics

extension [Evaluation.Row] {
  /// Most right of all first, then the smaller error, then as in the experiment.
  var bestFirst: [Evaluation.Row] {
    sorted { a, b in
      let (mine, others) = (a.score.rightOfAll?.share ?? -1, b.score.rightOfAll?.share ?? -1)
      let (error, other) = (a.value(.mae) ?? .infinity, b.value(.mae) ?? .infinity)
      return (-mine, error, a.detector) < (-others, other, b.detector)
    }
  }
}

extension Evaluation {
  /// The row that leads a scenario by its figures, which shows nobody to be better; `nil` where none has an estimate
  /// that can be judged.
  func leader(ofScenario scenario: Int) -> Row? {
    rows(ofScenario: scenario).bestFirst.first { $0.score.estimateCount > 0 }
  }
}
