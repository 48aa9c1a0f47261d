internal import HREvaluation
internal import HRRunning
internal import HRSupport

/// `beats.csv`: one row per matched pair, missed reference beat or extra detected beat, in order of time, for each
/// (recording, scenario, repeat, detector) in the order of `windows.csv`; of detectors that name beats.
struct BeatsCSV: UnitCSV {
  private let plan: RunPlan
  private let units: [WorkUnit]
  /// Detectors that name beats, by scenario.
  private let detectors: [[Int]]

  init(evaluation: Evaluation) {
    plan = evaluation.plan
    units = plan.units
    detectors = evaluation.beatDetectors
  }

  var header: [String] {
    [
      "recording", "subject", "scenario", "repeat", "detector", "match", "referenceSeconds",
      "detectedSeconds", "offsetMilliseconds", "windowStartSeconds", "dataset",
    ]
  }

  func add(_ result: UnitResult, to csv: inout CSVOutput) throws(Diagnostics) {
    guard case .windows(let table) = result.outcome else { return }
    let unit = units[result.unit]
    let note = plan.recordings[unit.recording]
    let dataset = CSVText.field(plan.datasets[note.dataset].name)
    for detector in detectors[unit.scenario] {
      let head = CSVText.fields([
        .text(note.id), .text(result.facts.subject ?? note.subject ?? ""),
        .text(plan.scenarios[unit.scenario].label), .count(unit.repetition + 1),
        .text(plan.detectors[detector].label),
      ])
      for line in plan.beatLines(of: detector, in: table) {
        csv.text.append(raw: head)
        csv.text.comma()
        csv.text.append([
          .text(line.match.rawValue), .number(line.referenceSeconds), .number(line.detectedSeconds),
          .number(line.offsetMilliseconds), .number(line.windowStartSeconds),
        ])
        csv.text.comma()
        csv.text.append(raw: dataset)
        csv.text.endRow()
        try csv.drain()
      }
    }
  }
}

/// `beat-scores.csv`: counts of beats record by record, one row per (scenario, detector, recording, tolerance).
struct BeatScoresCSV {
  let evaluation: Evaluation

  var text: String {
    let plan = evaluation.plan
    var csv = CSVText(header: [
      "scenario", "detector", "dataset", "recording", "toleranceSeconds", "truePositives", "falsePositives",
      "falseNegatives", "sensitivity", "positivePredictivity",
    ])
    for row in evaluation.rows {
      guard let diagnosis = row.diagnosis?.beats else { continue }
      for score in row.perRecording {
        let note = plan.recordings[score.recording]
        for (tolerance, beats) in zip(diagnosis.tolerancesSeconds, score.beats) {
          csv.row([
            .text(evaluation.scenario(of: row)), .text(evaluation.detector(of: row)),
            .text(plan.datasets[note.dataset].name), .text(note.id), .number(tolerance),
            .count(beats.truePositives), .count(beats.falsePositives), .count(beats.falseNegatives),
            .number(beats.sensitivity), .number(beats.positivePredictivity),
          ])
        }
      }
    }
    return csv.text
  }
}
