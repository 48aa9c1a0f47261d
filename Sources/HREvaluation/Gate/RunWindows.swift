internal import HRResults

/// The windows of a run as a baseline keeps them: per scenario and recording, those of all repeats in order.
struct RunWindows {
  /// By scenario, then by recording. Empty where a repeat failed or is missing, so that no window stands in the place
  /// of another's.
  private let tables: [[[WindowTable]]]

  init(_ evaluation: Evaluation) {
    let plan = evaluation.plan
    let units = plan.units
    var tables = [[[WindowTable]]](
      repeating: [[WindowTable]](repeating: [], count: plan.recordings.count), count: plan.scenarios.count)
    for result in evaluation.results {
      guard case .windows(let table) = result.outcome else { continue }
      tables[units[result.unit].scenario][units[result.unit].recording].append(table)
    }
    self.tables = zip(plan.scenarios, tables).map { scenario, recordings in
      recordings.map { $0.count == scenario.repeats ? $0 : [] }
    }
  }

  /// Per recording the reference of each window; of tries each try's.
  func references(scenario: Int) -> [WindowNumbers] {
    tables[scenario].map { units in WindowNumbers(units.flatMap { $0.references.map(\.bpm) }) }
  }

  /// Per recording estimate − reference of each window; of tries that of the chosen one. There is none without an
  /// estimate or a reference.
  func errors(of detector: Int, scenario: Int) -> [WindowNumbers] {
    tables[scenario].map { units in
      WindowNumbers(
        units.flatMap { table -> [Double?] in
          guard let column = table.estimates[detector] else { return [] }
          return zip(column.cells, table.references(of: detector)).map { cell, reference in
            reference.bpm.flatMap { cell.hasValue ? cell.bpm - $0 : nil }
          }
        })
    }
  }
}
