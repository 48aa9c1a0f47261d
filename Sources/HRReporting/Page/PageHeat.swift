internal import HRSupport
internal import HREvaluation
internal import HRRunning

/// The error of every detector on every recording of a scenario, for the page's table of both.
struct PageHeat {
  let evaluation: Evaluation

  /// Maximum number of recordings of a scenario; of more, those with the largest errors of its leader.
  static let mostRecordings = 200
  /// Maximum number of cells of all scenarios together.
  private static let mostCells = 180_000

  /// Data, one object per scenario.
  var json: JSONText { .array(evaluation.plan.scenarios.indices.map(json)) }

  /// Maximum number of recordings in the table of a scenario.
  private var most: Int {
    min(Self.mostRecordings, max(20, Self.mostCells / max(1, evaluation.rows.count)))
  }

  private func json(_ scenario: Int) -> JSONText {
    let rows = evaluation.rows(ofScenario: scenario)
    let all = rows.flatMap { $0.perRecording.map(\.recording) }.distinct.sorted()
    let leader = evaluation.leader(ofScenario: scenario)
    var shown = all
    if all.count > most {
      let errors = Dictionary(
        uniqueKeysWithValues: (leader?.perRecording ?? []).map { ($0.recording, $0.maeBPM ?? -1) })
      shown = all.sorted { (-(errors[$0] ?? -1), $0) < (-(errors[$1] ?? -1), $1) }.prefix(most).sorted()
    }
    let scores = rows.map { row in
      Dictionary(uniqueKeysWithValues: row.perRecording.map { ($0.recording, $0) })
    }
    let cells = shown.flatMap { recording in scores.map { $0[recording] } }
    return .object([
      ("recordings", .array(shown.map { .integer($0) })),
      ("isCut", .boolean(shown.count < all.count)),
      ("detectors", .array(rows.map { .integer($0.detector) })),
      ("errors", .string(PackedNumbers.hundredths(cells.map { $0?.maeBPM }))),
      (
        "answered",
        .string(
          PackedNumbers.shares(
            cells.map { score in
              score.flatMap {
                $0.referenceWindows > 0 ? Double($0.estimates) / Double($0.referenceWindows) : nil
              }
            }))
      ),
    ])
  }
}
