internal import HREvaluation
internal import HRStatistics

/// What lies behind the averages of one scenario: how errors look, and what confidence is worth.
struct DiagnosisTables {
  let evaluation: Evaluation
  let rows: [Evaluation.Row]

  /// `nil` where no row has an estimate.
  var anatomy: Table? {
    let known = rows.compactMap { row in row.diagnosis?.anatomy.map { (row, $0) } }
    guard !known.isEmpty else { return nil }
    let hasCadence = known.contains { $0.1.cadenceShare != nil }
    var columns: [Table.Column] = [
      .left("detector"), .init("at ½×", unit: "%"), .init("at ⅔×", unit: "%"),
      .init("at 3/2×", unit: "%"), .init("at 2×", unit: "%"),
    ]
    if hasCadence { columns.append(.init("at cadence", unit: "%")) }
    columns += [
      .init("band edge", unit: "%"), .init("stuck", unit: "%"), .init("exact", unit: "%"),
      .init("runs over 5 bpm"), .init("longest", unit: "windows"), .init("runs over 10 bpm"),
      .init("longest", unit: "windows"), .init("first reading", unit: "s"), .init("recovery", unit: "s"),
    ]
    return Table(
      columns: columns,
      rows: known.map { row, anatomy in
        var cells: [Cell] = [
          .text(evaluation.detector(of: row)), .percent(anatomy.halfShare), .percent(anatomy.twoThirdsShare),
          .percent(anatomy.threeHalvesShare), .percent(anatomy.doubleShare),
        ]
        if hasCadence { cells.append(.percent(anatomy.cadenceShare)) }
        cells += [
          .percent(anatomy.bandEdgeShare), .percent(anatomy.stuckShare),
          .percent(anatomy.exactZeroShare), .count(anatomy.runsOver5BPM.count),
          anatomy.runsOver5BPM.longest.map { .count($0) } ?? .missing(""),
          .count(anatomy.runsOver10BPM.count),
          anatomy.runsOver10BPM.longest.map { .count($0) } ?? .missing(""),
          .optional(anatomy.timeToFirstReadingSeconds, decimals: 1),
          .optional(anatomy.recoverySeconds, decimals: 1),
        ]
        return cells
      })
  }

  /// `nil` where no detector's confidence can be judged.
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
