internal import HREvaluation
internal import HRStatistics

/// Figures with a row for each detector, of a scenario of a run.
extension DotPlotFigure {
  /// - Parameters:
  ///   - scenario: index among the scenarios of the plan.
  ///   - evaluation: evaluation of the run.
  ///   - mostRows: maximum number of rows; `nil`: all.
  init(_ scenario: Int, of evaluation: Evaluation, mostRows: Int?) {
    self.init(
      scenario: evaluation.plan.scenarios[scenario].label,
      rows: evaluation.rows(ofScenario: scenario).map { row in
        let interval = row.interval(.mae)
        return Row(
          detector: row.detector, name: evaluation.detector(of: row), maeBPM: row.drawnMAE,
          low: interval?.low, high: interval?.high, coverage: row.tally.coverage,
          reason: row.whyWithoutErrors)
      }, chanceBPM: evaluation.chanceLevels[scenario].bestGuessMAEBPM, mostRows: mostRows)
  }
}

extension ErrorDistributionFigure {
  /// - Parameters:
  ///   - scenario: index among the scenarios of the plan.
  ///   - evaluation: evaluation of the run.
  ///   - mostRows: maximum number of rows; `nil`: all.
  init(_ scenario: Int, of evaluation: Evaluation, mostRows: Int?) {
    self.init(
      scenario: evaluation.plan.scenarios[scenario].label,
      rows: evaluation.rows(ofScenario: scenario).map { row in
        Row(
          detector: row.detector, name: evaluation.detector(of: row),
          spread: row.drawnMAE.flatMap { _ in row.score.spread },
          maeBPM: row.drawnMAE, beyondShare: row.score.errors.map { 1 - $0.withinToleranceShare },
          reason: row.whyWithoutErrors)
      }, tolerance: evaluation.plan.tolerance, mostRows: mostRows)
  }
}

extension Evaluation.Row {
  /// Mean absolute error that can be drawn; `nil` if it does not exist or is not finite, as for extreme rates.
  fileprivate var drawnMAE: Double? { value(.mae).flatMap { $0.isFinite ? $0 : nil } }

  /// Reason why a row has no error that can be drawn.
  fileprivate var whyWithoutErrors: String {
    if value(.mae) != nil { return "its errors are beyond all numbers" }
    guard tally.windows > 0 else { return "no window" }
    guard tally.referenceWindows > 0 else { return "no window has a reference" }
    let silent = tally.reasons.filter {
      if case .noReference = $0.outcome { false } else { true }
    }
    // The most frequent reason; of equally frequent ones the first in alphabetical order.
    guard let first = silent.first else { return "no window has both a reference and an estimate" }
    let most = silent.reduce(first) { $1.windows > $0.windows ? $1 : $0 }
    return "no answer where there is a reference; silent most often: \(most.outcome.text)"
  }
}
