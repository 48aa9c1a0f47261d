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
  private let evaluation: Evaluation
  private let stratum: String

  init(_ stratum: Evaluation.Stratum, of evaluation: Evaluation) {
    label = "\(stratum.name): \(stratum.value)"
    value = stratum.value
    recordings = stratum.rows.flatMap { $0.perRecording.map(\.recording) }.distinct.sorted()
    let plan = evaluation.plan
    let work = plan.units
    var units = [[[Int]]](
      repeating: [[Int]](repeating: [], count: plan.recordings.count), count: plan.scenarios.count)
    var isOfWindows = false
    for result in evaluation.results.withWindows.withoutEstimates {
      let unit = work[result.unit]
      let groups = plan.groups(of: result, recording: unit.recording, by: stratum.name)
      if case .windows = groups { isOfWindows = true }
      units[unit.scenario][unit.recording].append(result.unit)
    }
    self.units = isOfWindows ? units : []
    self.evaluation = evaluation
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
      guard let result = evaluation.results.withoutEstimates.result(ofUnit: unit),
        case .windows(let table) = result.outcome
      else { return [] }
      let groups = evaluation.plan.groups(of: result, recording: recording, by: stratum)
      return table.references(of: detector).enumerated().map { row, reference in
        reference.bpm != nil && groups.contain(table.window(of: detector, row: row), in: value)
      }
    }
  }
}
