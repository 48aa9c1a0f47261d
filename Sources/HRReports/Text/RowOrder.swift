internal import HREvaluation
internal import HRResults
internal import HRStatistics

extension Evaluation {
  /// Rows of a scenario, most right of all first, then the smaller error, then as in the experiment.
  func ordered(_ rows: [Row]) -> [Row] {
    rows.sorted { a, b in
      let (mine, others) = (a.score.rightOfAll?.share ?? -1, b.score.rightOfAll?.share ?? -1)
      let (error, other) = (a.value(.mae) ?? .infinity, b.value(.mae) ?? .infinity)
      return (-mine, error, a.detector) < (-others, other, b.detector)
    }
  }

  /// The row that leads a scenario by its figures, which shows nobody to be better; `nil` where none has an estimate
  /// that can be judged.
  func leader(ofScenario scenario: Int) -> Row? {
    ordered(rows(ofScenario: scenario)).first { $0.pairs.count > 0 }
  }
}
