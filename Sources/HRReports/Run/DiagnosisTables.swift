internal import HREvaluation
internal import HRStatistics

/// What lies behind the averages of one scenario: how errors look, beats, and warnings.
struct DiagnosisTables {
  let evaluation: Evaluation
  let rows: [Evaluation.Row]

  /// At which multiples of the reference, and where else estimates are suspect; `nil` where no row has an estimate.
  var anatomy: Table? {
    let hasCadence = known.contains { $0.anatomy.cadenceShare != nil }
    let columns: [Table.Column?] = [
      .left("detector"), .init("at ½×", unit: "%"), .init("at ⅔×", unit: "%"),
      .init("at 3/2×", unit: "%"), .init("at 2×", unit: "%"),
      hasCadence ? .init("at cadence", unit: "%") : nil,
      .init("band edge", unit: "%"), .init("stuck", unit: "%"), .init("exact", unit: "%"),
    ]
    return known.isEmpty
      ? nil
      : Table(
        columns: columns.compactMap(\.self),
        rows: known.map { row, anatomy in
          let cells: [Cell?] = [
            .text(evaluation.detector(of: row)), .percent(anatomy.halfShare),
            .percent(anatomy.twoThirdsShare), .percent(anatomy.threeHalvesShare),
            .percent(anatomy.doubleShare), hasCadence ? .percent(anatomy.cadenceShare) : nil,
            .percent(anatomy.bandEdgeShare), .percent(anatomy.stuckShare), .percent(anatomy.exactZeroShare),
          ]
          return cells.compactMap(\.self)
        })
  }

  /// How long errors last; `nil` where no row has an estimate.
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

  /// Which beats were found; `nil` where no detector's beats can be held against the reference's.
  var beats: Table? {
    func shown(_ value: Double?, _ interval: Interval?) -> Cell {
      guard let value else { return .missing("") }
      guard let interval else { return .number(100 * value, decimals: 1) }
      return .estimate(100 * value, low: 100 * interval.low, high: 100 * interval.high, decimals: 1)
    }
    return judged.isEmpty
      ? nil
      : Table(
        columns: [
          .left("detector"), .init("beats"), .init("answered", unit: "%"),
          .init("lag", unit: "ms"), .init("sensitivity", unit: "%"), .init("PPV", unit: "%"),
          .init("F1", unit: "%"), .init("F1 of a metronome", unit: "%"), .init("F1*", unit: "%"),
        ],
        rows: judged.map { row, beats in
          let score = beats.score
          return [
            .text(evaluation.detector(of: row)), .count(score.referenceCount), .percent(beats.coverage),
            .number(1000 * beats.lagSeconds, decimals: 0),
            shown(score.sensitivity, score.intervals?.sensitivity),
            shown(score.positivePredictivity, score.intervals?.positivePredictivity),
            shown(score.f1, score.intervals?.f1), .percent(score.chanceF1), .percent(score.correctedF1),
          ]
        })
  }

  /// When the matched ones came; `nil` as ``beats`` is.
  var beatTimes: Table? {
    judged.isEmpty
      ? nil
      : Table(
        columns: [
          .left("detector"), .init("offset", unit: "ms"), .init("jitter SD", unit: "ms"),
          .init("jitter P95", unit: "ms"), .init("interval bias", unit: "ms"),
          .init("interval limits", unit: "ms"),
        ],
        rows: judged.map { row, beats in
          let score = beats.score
          return [
            .text(evaluation.detector(of: row)), .optional(score.medianOffsetMilliseconds, decimals: 0),
            .optional(score.jitterSDMilliseconds, decimals: 0),
            .optional(score.jitterP95Milliseconds, decimals: 0),
            .optional(score.intervalBiasMilliseconds, decimals: 1),
            .range(score.intervalLimitsMilliseconds, decimals: 0),
          ]
        })
  }

  private var judged: [(row: Evaluation.Row, beats: BeatDiagnosis)] {
    rows.compactMap { row in row.diagnosis?.beats.map { (row, $0) } }
  }
}
