internal import HRSupport
internal import HRRunning

/// A group of recordings, or of windows, that a gate judges by itself.
struct GateGroup {
  /// `activity: walking`
  let label: String
  /// Recordings with a window in the group.
  let recordings: [Int]
  private let value: String
  /// Units by scenario and recording, of those that have windows; empty where recordings belong to the group as a
  /// whole.
  private let units: [[[Int]]]
  private let run: RunUnits
  private let stratum: String

  init(_ stratum: Evaluation.Stratum, of evaluation: Evaluation) {
    label = "\(stratum.name): \(stratum.value)"
    value = stratum.value
    recordings = stratum.rows.flatMap { $0.perRecording.map(\.recording) }.distinct.sorted()
    let run = evaluation.units
    var units: [[[Int]]] = run.plan.scenarios.map { _ in run.plan.recordings.map { _ in [] } }
    var isOfWindows = false
    for result in run.results.withWindows.withoutEstimates {
      let unit = run[result.unit]
      if case .windows = run.groups(of: result, by: stratum.name) { isOfWindows = true }
      units[unit.scenario][unit.recording].append(result.unit)
    }
    self.units = isOfWindows ? units : []
    self.run = run
    self.stratum = stratum.name
  }

  /// True if the group has some windows of a recording and not others.
  var isOfWindows: Bool { !units.isEmpty }

  /// Returns flags of the windows of a recording that are in the group and have a reference, of all repeats in order:
  /// as a baseline keeps them.
  ///
  /// - Parameters:
  ///   - recording: an index of the plan.
  ///   - scenario: likewise.
  ///   - detector: likewise; of tries it decides which one counts.
  func members(of recording: Int, scenario: Int, detector: Int) -> [Bool] {
    units[scenario][recording].flatMap { unit -> [Bool] in
      guard let result = run.results.withoutEstimates.result(ofUnit: unit),
        case .windows(let table) = result.outcome
      else { return [] }
      let groups = run.groups(of: result, by: stratum)
      return table.references(of: detector).enumerated().map { row, reference in
        reference.bpm != nil && groups.contain(table.window(of: detector, row: row), in: value)
      }
    }
  }
}
