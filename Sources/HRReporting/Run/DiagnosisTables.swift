internal import HREvaluation
internal import HRStatistics

/// Details behind the averages of one scenario: kinds and course of the errors, and the quality of confidences.
struct DiagnosisTables {
  let evaluation: Evaluation
  let rows: [Evaluation.Row]

  /// Table of errors at multiples of the reference, and of other suspect estimates; `nil` if no row has an estimate.
  var anatomy: Table? {
    let shares: [(title: String, share: (ErrorAnatomy) -> Double?)] = [
      ("at ½×", \.halfShare), ("at ⅔×", \.twoThirdsShare), ("at 3/2×", \.threeHalvesShare),
      ("at 2×", \.doubleShare), ("at cadence", \.cadenceShare), ("band edge", \.bandEdgeShare),
      ("stuck", \.stuckShare), ("exact", \.exactZeroShare),
    ]
    // Recordings without a cadence leave its column out.
    let known = shares.filter { share in self.known.contains { share.share($0.anatomy) != nil } }
    return self.known.isEmpty
      ? nil
      : Table(
        columns: [.left("detector")] + known.map { .init($0.title, unit: "%") },
        rows: self.known.map { row, anatomy in
          [.text(evaluation.detector(of: row))] + known.map { .percent($0.share(anatomy)) }
        })
  }

  /// Table of the duration of errors; `nil` if no row has an estimate.
  var course: Table? {
    func longest(_ windows: Int?) -> Cell { windows.map { .count($0) } ?? .missing("") }
    return known.isEmpty
      ? nil
      : Table(
        columns: [
          .left("detector"), .init("runs over 5 bpm"), .init("longest", unit: "windows"),
          .init("runs over 10 bpm"), .init("longest", unit: "windows"), .init("first reading", unit: "s"),
          .init("recovery", unit: "s"),
        ],
        rows: known.map { row, anatomy in
          [
            .text(evaluation.detector(of: row)), .count(anatomy.runsOver5BPM.count),
            longest(anatomy.runsOver5BPM.longest), .count(anatomy.runsOver10BPM.count),
            longest(anatomy.runsOver10BPM.longest),
            .optional(anatomy.timeToFirstReadingSeconds, decimals: 1),
            .optional(anatomy.recoverySeconds, decimals: 1),
          ]
        })
  }

  private var known: [(row: Evaluation.Row, anatomy: ErrorAnatomy)] {
    rows.compactMap { row in row.diagnosis?.anatomy.map { (row, $0) } }
  }

  /// Table of confidences; `nil` if no detector's confidence can be judged.
  var confidence: Table? {
    let known = rows.compactMap { row in row.diagnosis?.riskCoverage.map { (row, $0) } }
    guard !known.isEmpty else { return nil }
    return Table(
      columns: [
        .left("detector"), .init("surest 50 %", unit: "bpm"), .init("surest 80 %", unit: "bpm"),
        .init("all answers", unit: "bpm"), .init("AURC", unit: "bpm"), .init("at best", unit: "bpm"),
      ],
      rows: known.map { row, risk in
        [
          .text(evaluation.detector(of: row)),
          .optional(risk.maeBPM(atCoverage: 0.5), decimals: 2, else: "answers less"),
          .optional(risk.maeBPM(atCoverage: 0.8), decimals: 2, else: "answers less"),
          .optional(row.value(.mae), decimals: 2), .number(risk.aurcBPM, decimals: 2),
          .number(risk.optimalAurcBPM, decimals: 2),
        ]
      })
  }
}
