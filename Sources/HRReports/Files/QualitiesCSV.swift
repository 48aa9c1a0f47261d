internal import HREvaluation

/// `qualities.csv`: one row per (recording, scenario, repeat, quality index, window), in that order; of tries one for
/// each.
///
/// An empty value: the index is not defined there. Recordings that failed or lack the channels have no rows.
struct QualitiesCSV {
  private let evaluation: Evaluation

  init(_ evaluation: Evaluation) {
    self.evaluation = evaluation
  }

  static let header = [
    "recording", "subject", "scenario", "repeat", "quality", "startSeconds", "endSeconds", "value", "dataset",
  ]

  var text: String {
    let plan = evaluation.plan
    let units = plan.units
    var csv = CSVText(header: Self.header)
    for result in evaluation.results {
      guard case .windows(let table) = result.outcome else { continue }
      let unit = units[result.unit]
      let note = plan.recordings[unit.recording]
      for (quality, values) in zip(plan.qualities, table.qualities) {
        for (range, value) in zip(table.ranges, values) {
          csv.append(note.id)
          csv.comma()
          csv.append(result.facts.subject ?? note.subject ?? "")
          csv.comma()
          csv.append(plan.scenarios[unit.scenario].label)
          csv.comma()
          csv.append(String(unit.repetition + 1))
          csv.comma()
          csv.append(quality.label)
          csv.comma()
          csv.append(range.start)
          csv.comma()
          csv.append(range.end)
          csv.comma()
          csv.append(value)
          csv.comma()
          csv.append(plan.datasets[note.dataset].name)
          csv.endRow()
        }
      }
    }
    return csv.text
  }
}
