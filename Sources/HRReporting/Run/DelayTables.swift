internal import HREvaluation
internal import HRStatistics
internal import HRSupport

/// "Errors at the stated delay": errors against the reference of so long before a reading as the detector states, beside
/// the plain ones on the same windows. Shown only if a reader asks for it.
struct DelayTables {
  static let title = "Errors at the stated delay"

  private let evaluation: Evaluation
  /// Rows of detectors that state a delay.
  private let rows: [(row: Evaluation.Row, delaySeconds: Double)]
  private let namesScenarios: Bool

  /// - Parameter rows: rows that may be shown.
  init(_ evaluation: Evaluation, rows: [Evaluation.Row]) {
    self.evaluation = evaluation
    self.rows = rows.compactMap { row in
      evaluation.plan.detectors[row.detector].delaySeconds.map { (row, $0) }
    }
    namesScenarios = rows.contains { $0.scenario != rows.first?.scenario }
  }

  /// The table with its explanation, or a sentence that no detector states a delay.
  var blocks: [Block] {
    guard let table else { return [.sentence(Self.absence)] }
    return [.paragraph(Prose(plain: Self.introduction)), .table(table)]
  }

  static let absence =
    "No detector of this run states a delay: only streaming detectors do, with their default parameters and without filters before them, in runs of this version or later."

  /// Explanation of the table.
  static let introduction =
    "Delay: how long after the heart a detector's readings are, measured on made pulses of rising and of falling rate (delay@1) and stated by the detector. Shift: how long before the middle of a window the reference is then taken, on average, on the line between the references of neighbouring windows. Both errors are on the windows that have a reference at both times. Where labels are late too, the plain error looks better than the detector is. No other figure, rank or verdict is shifted."

  /// The table; `nil` if no detector states a delay.
  var table: Table? {
    guard !rows.isEmpty else { return nil }
    let scenarios: [Table.Column] = namesScenarios ? [.left("scenario", importance: 9)] : []
    return Table(
      columns: [.left("detector", importance: 10)] + scenarios + [
        .init("delay", unit: "s", importance: 8), .init("shift", unit: "s", importance: 4),
        .init("windows", importance: 3), .init("MAE", unit: "bpm", importance: 9),
        .init("MAE at the delay", unit: "bpm", importance: 9), .init("bias", unit: "bpm", importance: 2),
        .init("bias at the delay", unit: "bpm", importance: 2),
      ],
      rows: rows.map { row, delay in
        let names: [Cell] = [.text(evaluation.detector(of: row))]
        let labels: [Cell] = namesScenarios ? [.text(evaluation.scenario(of: row))] : []
        return names + labels + [.number(delay, decimals: 1)] + Self.figures(row.diagnosis?.atDelay)
      })
  }

  private static func figures(_ errors: DelayedErrors?) -> [Cell] {
    guard let errors else {
      return [.missing(""), .count(0)] + Array(repeating: .missing(""), count: 4)
    }
    return [
      .number(errors.shiftSeconds, decimals: 1), .count(errors.count),
      .number(errors.plainMAEBPM, decimals: 2), .number(errors.delayedMAEBPM, decimals: 2),
      .number(errors.plainBiasBPM, decimals: 2), .number(errors.delayedBiasBPM, decimals: 2),
    ]
  }
}
