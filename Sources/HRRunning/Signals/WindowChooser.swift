internal import HRNumerics

/// Chooses the windows of a finished run whose signals are kept: definition `keptWindows@1`.
///
/// For each detector in each scenario: first the windows with the largest absolute errors; of the others those
/// whose absolute error is nearest to the row's median; of the rest some drawn at random from all that have a
/// reference, answered or not. Ties go to the first by unit and window. The random draw follows from the
/// experiment's seed and the labels of scenario and detector.
struct WindowChooser {
  let quota: SignalQuota
  let plan: RunPlan
  /// In the order of units.
  let results: UnitResults

  /// Largest number of windows of a run that are kept: far more than a page can show.
  static let most = 4000

  private struct Candidate {
    let unit: Int
    let window: Int
    /// `nil` if there is no estimate.
    let error: Double?
  }

  /// Returns the chosen windows, scenarios outermost, as in tables.
  ///
  /// - Parameter isShown: returns true if a detector's input is known.
  func choices(where isShown: (_ detector: Int) -> Bool) -> [WindowChoice] {
    let units = plan.units
    return plan.scenarios.indices.flatMap { scenario -> [WindowChoice] in
      let mine = results.selecting { units[$0].scenario == scenario }.withWindows
      return plan.detectors(in: scenario).filter(isShown).flatMap { detector in
        choices(scenario: scenario, detector: detector, among: candidates(mine, detector))
      }
    }
  }

  private func candidates(_ results: UnitResults, _ detector: Int) -> [Candidate] {
    results.reading([detector]).flatMap { result -> [Candidate] in
      guard case .windows(let table) = result.outcome, let column = table.estimates[detector] else {
        return []
      }
      return zip(column.cells, table.references(of: detector)).enumerated().compactMap { row, pair in
        guard let reference = pair.1.bpm else { return nil }
        return Candidate(
          unit: result.unit, window: table.window(of: detector, row: row),
          error: pair.0.errorBPM(against: reference).map(abs))
      }
    }
  }

  private func choices(scenario: Int, detector: Int, among candidates: [Candidate]) -> [WindowChoice] {
    let answered = candidates.indices.compactMap { index in
      candidates[index].error.map { (index: index, error: $0) }
    }
    var chosen: [(index: Int, why: KeptWindow.Choice)] = []
    chosen += answered.sorted { ($1.error, $0.index) < ($0.error, $1.index) }.prefix(quota.worst).map {
      ($0.index, .worst)
    }
    if quota.median > 0, let middle = median(answered.map(\.error)) {
      chosen += answered.filter { entry in !chosen.contains { $0.index == entry.index } }
        .sorted { (abs($0.error - middle), $0.index) < (abs($1.error - middle), $1.index) }
        .prefix(quota.median).map { ($0.index, .median) }
    }
    var left = candidates.indices.filter { index in !chosen.contains { $0.index == index } }
    var stream = RandomStream(
      seed: plan.seed, ["keepSignals", plan.scenarios[scenario].label, plan.detectors[detector].label])
    for _ in 0..<min(quota.random, left.count) {
      chosen.append((left.remove(at: stream.index(below: left.count)), .random))
    }
    return chosen.map { index, why in
      WindowChoice(
        unit: candidates[index].unit, detector: detector, window: candidates[index].window, why: why)
    }
  }
}
