internal import HRRunning
internal import HRSupport

/// Finished units of a run, all of them or some, with the clusters of its recordings.
struct RunUnits: Sendable {
  let plan: RunPlan
  let clusters: Clusters
  /// In the order of the plan.
  private(set) var results: UnitResults
  private let units: [WorkUnit]

  /// - Parameter results: of all units that are finished.
  init(plan: RunPlan, results: UnitResults) {
    (self.plan, self.results) = (plan, results)
    clusters = Clusters(plan: plan, results: results)
    units = plan.units
  }

  /// Returns the units of a recording in a scenario, one per repeat, finished or not.
  func units(of recording: Int, scenario: Int) -> [WorkUnit] {
    units.filter { $0.recording == recording && $0.scenario == scenario }
  }

  /// Returns a unit by its index in the plan.
  subscript(index: Int) -> WorkUnit { units[index] }

  func recording(of result: UnitResult) -> Int { units[result.unit].recording }
  func cluster(of result: UnitResult) -> Int { clusters.ofRecording[recording(of: result)] }

  /// Returns the groups of a recording, or of its windows, in a stratum.
  func groups(of result: UnitResult, by stratum: String) -> UnitGroups {
    plan.groups(of: result, recording: recording(of: result), by: stratum)
  }

  func selecting(_ isWanted: (WorkUnit) -> Bool) -> RunUnits {
    var selected = self
    selected.results = results.selecting { isWanted(units[$0]) }
    return selected
  }

  func ofScenario(_ scenario: Int?) -> RunUnits { selecting { $0.scenario == scenario } }

  /// Recordings with windows, each once.
  var recordings: [Int] { results.withWindows.units.map { units[$0].recording }.distinct }

  /// The tables of the units that have windows.
  var tables: UnitTables {
    let used = results.withWindows
    return UnitTables(used, used.units.map { clusters.ofRecording[units[$0].recording] })
  }
}
