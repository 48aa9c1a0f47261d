internal import HRSupport
internal import HREvaluation
internal import HRRunning

/// `qualities.csv`: one row per (recording, scenario, repeat, quality index, window), in that order; each try is a
/// window.
///
/// An empty value means that the index is not defined there. Recordings that failed, or that do not have the index's
/// channels, have no rows.
struct QualitiesCSV: UnitCSV {
  private let plan: RunPlan
  private let units: [WorkUnit]

  init(plan: RunPlan) {
    self.plan = plan
    units = plan.units
  }

  var header: [String] {
    [
      "recording", "subject", "scenario", "repeat", "quality", "startSeconds", "endSeconds", "value",
      "dataset",
    ]
  }

  func add(_ result: UnitResult, to csv: inout CSVOutput) throws(Diagnostics) {
    guard case .windows(let table) = result.outcome else { return }
    let unit = units[result.unit]
    let note = plan.recordings[unit.recording]
    for (quality, values) in zip(plan.qualities, table.qualities) {
      let head = CSVText.fields([
        .text(note.id), .text(result.facts.subject ?? note.subject ?? ""),
        .text(plan.scenarios[unit.scenario].label), .count(unit.repetition + 1), .text(quality.label),
      ])
      let dataset = CSVText.field(plan.datasets[note.dataset].name)
      for (range, value) in zip(table.ranges, values) {
        csv.text.append(raw: head)
        csv.text.comma()
        csv.text.append(range.start)
        csv.text.comma()
        csv.text.append(range.end)
        csv.text.comma()
        csv.text.append(value)
        csv.text.comma()
        csv.text.append(raw: dataset)
        csv.text.endRow()
      }
      try csv.drain()
    }
  }
}
