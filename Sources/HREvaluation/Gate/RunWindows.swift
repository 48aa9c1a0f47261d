internal import HRRunning

/// The windows of a run as a baseline keeps them: per scenario and recording, those of all repeats in order.
struct RunWindows {
  /// Results by scenario, without recordings of which a repeat failed or is missing, so that windows keep their
  /// places.
  private let results: [UnitResults]
  private let units: [WorkUnit]
  private let recordingCount: Int

  init(_ evaluation: Evaluation) {
    let plan = evaluation.plan
    let units = plan.units
    let all = evaluation.results.withWindows
    self.units = units
    recordingCount = plan.recordings.count
    results = plan.scenarios.enumerated().map { scenario, note in
      let mine = all.selecting { units[$0].scenario == scenario }
      var repeats = [Int](repeating: 0, count: plan.recordings.count)
      for unit in mine.units { repeats[units[unit].recording] += 1 }
      return mine.selecting { repeats[units[$0].recording] == note.repeats }
    }
  }

  /// Returns the reference of each window, per recording; of tries each try's.
  func references(scenario: Int) -> [WindowNumbers] {
    numbers(results[scenario].withoutEstimates) { $0.references.map(\.bpm) }
  }

  /// Returns estimate − reference of each window, per recording; of tries that of the chosen one. It is `nil` without
  /// an estimate or a reference.
  func errors(of detector: Int, scenario: Int) -> [WindowNumbers] {
    numbers(results[scenario].reading([detector])) { table in
      guard let column = table.estimates[detector] else { return [] }
      return zip(column.cells, table.references(of: detector)).map { $0.errorBPM(against: $1.bpm) }
    }
  }

  private func numbers(_ results: UnitResults, _ numbers: (WindowTable) -> [Double?]) -> [WindowNumbers] {
    var found = [[Double?]](repeating: [], count: recordingCount)
    for result in results {
      guard case .windows(let table) = result.outcome else { continue }
      found[units[result.unit].recording] += numbers(table)
    }
    return found.map { WindowNumbers($0) }
  }
}
