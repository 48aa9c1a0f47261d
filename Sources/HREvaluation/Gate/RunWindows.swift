internal import HRRunning

/// The windows of a run as a baseline keeps them: per scenario and recording, those of all repeats in order.
struct RunWindows {
  /// Results by scenario, without recordings of which a repeat failed or is missing, so that windows keep their
  /// places.
  private let results: [UnitResults]
  private let units: RunUnits

  init(_ units: RunUnits) {
    self.units = units
    results = units.plan.scenarios.enumerated().map { scenario, note in
      let mine = units.ofScenario(scenario).results.withWindows
      var repeats = units.plan.recordings.map { _ in 0 }
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
    numbers(results[scenario].reading([detector])) { $0.answers(of: detector)?.map(\.errorBPM) ?? [] }
  }

  private func numbers(_ results: UnitResults, _ numbers: (WindowTable) -> [Double?]) -> [WindowNumbers] {
    var found: [[Double?]] = units.plan.recordings.map { _ in [] }
    for result in results {
      guard case .windows(let table) = result.outcome else { continue }
      found[units.recording(of: result)] += numbers(table)
    }
    return found.map { WindowNumbers($0) }
  }
}
