internal import HREvaluation

/// `qualities.csv`: one row per (recording, scenario, repeat, quality index, window), in that order; of tries one for
/// each.
///
/// An empty value: the index is not defined there. Recordings that failed or lack the channels have no rows.
struct QualitiesCSV {
  let evaluation: Evaluation

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
        let head = CSVText.fields([
          .text(note.id), .text(result.facts.subject ?? note.subject ?? ""),
          .text(plan.scenarios[unit.scenario].label), .count(unit.repetition + 1), .text(quality.label),
        ])
        let dataset = CSVText.field(plan.datasets[note.dataset].name)
        for (range, value) in zip(table.ranges, values) {
          csv.append(raw: head)
          csv.comma()
          csv.append(range.start)
          csv.comma()
          csv.append(range.end)
          csv.comma()
          csv.append(value)
          csv.comma()
          csv.append(raw: dataset)
          csv.endRow()
        }
      }
    }
    return csv.text
  }
}
