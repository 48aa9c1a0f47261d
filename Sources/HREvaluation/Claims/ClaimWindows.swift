internal import HRRunning
internal import HRStatistics

/// The windows of a run as claims use them: a number for each window, by row and group of recordings.
struct ClaimWindows {
  private let plan: RunPlan
  private let results: UnitResults
  private let units: [WorkUnit]
  private let clusters: Clusters

  init(plan: RunPlan, results: UnitResults, clusters: Clusters) {
    self.plan = plan
    self.results = results
    units = plan.units
    self.clusters = clusters
  }

  /// One window that a row has a number for.
  struct Value {
    let cluster: Int
    /// Beats per minute; `nil` where there is none.
    let reference: Double?
    /// The detector's estimate; `nil` without an answer.
    let estimate: Double?

    /// Returns the window's number; `nil` without a reference, and without an answer where the metric is of answers.
    func number(_ metric: ClaimMetric, _ tolerance: Tolerance) -> Double? {
      guard let reference else { return nil }
      return switch metric {
      case .coverage: estimate == nil ? 0 : 1
      case .maeBPM: estimate.map { abs($0 - reference) }
      case .biasBPM: estimate.map { $0 - reference }
      case .withinBPMShare: estimate.map { abs($0 - reference) <= tolerance.withinBPM ? 1 : 0 }
      case .withinToleranceShare:
        estimate.map { tolerance.allows($0 - reference, at: reference) ? 1 : 0 }
      }
    }
  }

  /// The groups of a stratum, in alphabetical order.
  func groups(of stratum: String) -> [String] {
    Set(results.withoutEstimates.flatMap { groups(of: $0, by: stratum).names }).sorted()
  }

  private func groups(of result: UnitResult, by stratum: String) -> UnitGroups {
    plan.groups(of: result, recording: units[result.unit].recording, by: stratum)
  }

  /// Returns every window of a row, in the order of the results: the same for all rows of a scenario. The windows are
  /// made anew in each iteration.
  ///
  /// - Parameter group: of a stratum; `nil`: all recordings.
  func values(of row: Claim.Row, group: (stratum: String, value: String)?) -> some Sequence<Value> {
    let (mine, detector) = (results(of: row), plan.detectors.firstIndex { $0.label == row.detector })
    return mine.reading(detector.map { [$0] } ?? []).lazy.map { result -> [Value] in
      let groups = group.map { self.groups(of: result, by: $0.stratum) }
      guard case .windows(let table) = result.outcome, let detector,
        let column = table.estimates[detector]
      else { return [] }
      let cluster = clusters.ofRecording[units[result.unit].recording]
      return zip(column.cells, table.references(of: detector)).enumerated().compactMap { row, window in
        if let group, let groups,
          !groups.contain(table.window(of: detector, row: row), in: group.value)
        {
          return nil
        }
        let (cell, reference) = window
        return Value(
          cluster: cluster, reference: reference.bpm, estimate: cell.hasValue ? cell.bpm : nil)
      }
    }.joined()
  }

  /// Returns the windows of a row that have both a reference and an estimate.
  func pairs(of row: Claim.Row, group: (stratum: String, value: String)?) -> PairedRates? {
    guard let scenario = plan.scenarios.firstIndex(where: { $0.label == row.scenario }),
      let detector = plan.detectors.firstIndex(where: { $0.label == row.detector })
    else { return nil }
    return RowBuilder(
      plan: plan, units: units, results: results(of: row), clusters: clusters, scenario: scenario,
      detector: detector, windows: nil, chosen: group.map { .group(stratum: $0.stratum, $0.value) }
    ).gathered.pairs.rates
  }

  private func results(of row: Claim.Row) -> UnitResults {
    let scenario = plan.scenarios.firstIndex { $0.label == row.scenario }
    return results.selecting { units[$0].scenario == scenario }
  }

  var clusterCount: Int { clusters.count }
}
