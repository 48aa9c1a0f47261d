internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Scores of single beats in one scenario, and the recordings whose beats could not be compared with the reference's.
struct BeatTables {
  let evaluation: Evaluation
  let rows: [Evaluation.Row]
  /// Maximum number of drifting recordings; longer lists are in `results.json`.
  private static let mostDrifts = 10

  private var known: [(row: Evaluation.Row, beats: BeatDiagnosis)] { rows.withBeats }

  var blocks: [Block] {
    [table, times].compactMap { $0.map(Block.table) } + (sentences.isEmpty ? [] : [.sentences(sentences)])
  }

  /// Table of the beats that were found; `nil` if no detector has beats to compare.
  var table: Table? {
    guard !known.isEmpty else { return nil }
    let hasUnaligned = known.contains { !$0.beats.notAligned.isEmpty }
    var columns: [Table.Column] = [
      .left("detector"), .init("beats"), .init("answered", unit: "%"),
      .init("lag", unit: "ms"), .init("sensitivity", unit: "%"), .init("PPV", unit: "%"),
      .init("F1", unit: "%"), .init("F1 of a metronome", unit: "%"), .init("F1*", unit: "%"),
    ]
    if hasUnaligned { columns.append(.init("not aligned", unit: "recordings")) }
    return Table(
      columns: columns,
      rows: known.map { row, beats in
        let left = beats.notAligned.count
        return [.text(evaluation.detector(of: row))] + cells(beats)
          + (hasUnaligned ? [.figures("\(left) of \(left + beats.alignedRecordings)")] : [])
      })
  }

  private func cells(_ beats: BeatDiagnosis) -> [Cell] {
    let lag = Cell.number(1000 * beats.lagSeconds, decimals: 0)
    guard let score = beats.score else {
      let none = Cell.missing("not aligned")
      return [none, .missing(""), lag, none, none, none, .missing(""), .missing("")]
    }
    func shown(_ value: Double?, _ interval: Interval?) -> Cell {
      guard let value else { return .missing("") }
      guard let interval else { return .number(100 * value, decimals: 1) }
      return .estimate(100 * value, low: 100 * interval.low, high: 100 * interval.high, decimals: 1)
    }
    return [
      .count(score.referenceCount), .percent(beats.coverage), lag,
      shown(score.sensitivity, score.intervals?.sensitivity),
      shown(score.positivePredictivity, score.intervals?.positivePredictivity),
      shown(score.f1, score.intervals?.f1), .percent(score.chanceF1), .percent(score.correctedF1),
    ]
  }

  /// Table of the matched beats' times; `nil` if no detector's beats can be compared with the reference's.
  var times: Table? {
    let scored = known.compactMap { row, beats in beats.score.map { (row, $0) } }
    return scored.isEmpty
      ? nil
      : Table(
        columns: [
          .left("detector"), .init("offset", unit: "ms"), .init("jitter SD", unit: "ms"),
          .init("jitter P95", unit: "ms"), .init("interval bias", unit: "ms"),
          .init("interval limits", unit: "ms"),
        ],
        rows: scored.map { row, score in
          [
            .text(evaluation.detector(of: row)), .optional(score.medianOffsetMilliseconds, decimals: 0),
            .optional(score.jitterSDMilliseconds, decimals: 0),
            .optional(score.jitterP95Milliseconds, decimals: 0),
            .optional(score.intervalBiasMilliseconds, decimals: 1),
            .range(score.intervalLimitsMilliseconds, decimals: 0),
          ]
        })
  }

  /// Sentences on the recordings that are left out, with the reasons.
  var sentences: [String] { separate + drifting }

  private var plan: RunPlan { evaluation.plan }

  /// Sentences, one per data set whose descriptor states a separate clock.
  private var separate: [String] {
    let recordings = Set(
      known.flatMap(\.beats.notAligned).filter { $0.reason == .separateClocks }.map(\.recording)
    ).sorted()
    return plan.datasets.indices.compactMap { dataset in
      let count = recordings.count { plan.recordings[$0].dataset == dataset }
      guard count > 0 else { return nil }
      return
        "Not aligned: \(plan.datasets[dataset].name) (\(counted(count, "recording"))). Its descriptor says that the reference has a clock of its own, so single beats are not compared with it."
    }
  }

  /// Sentences, one per detector and recording.
  private var drifting: [String] {
    let all = known.flatMap { row, beats in
      beats.notAligned.compactMap { left -> String? in
        guard case .drift(let milliseconds) = left.reason else { return nil }
        let (drift, tolerance) = (
          fixed(abs(milliseconds), decimals: 0), fixed(1000 * beats.toleranceSeconds, decimals: 0)
        )
        return
          "Not aligned: \(evaluation.detector(of: row)) in \(plan.name(ofRecording: left.recording)). Against the reference's its beats come \(drift) ms \(milliseconds > 0 ? "later" : "earlier") in the last third of the recording than in the first, which is more than the tolerance of \(tolerance) ms."
      }
    }
    let more = all.count - Self.mostDrifts
    return Array(all.prefix(Self.mostDrifts))
      + (more > 0 ? ["\(more) more are not aligned; results.json names them."] : [])
  }
}

extension [Evaluation.Row] {
  /// The rows of detectors that name beats, and what is known of these.
  var withBeats: [(row: Evaluation.Row, beats: BeatDiagnosis)] {
    compactMap { row in row.diagnosis?.beats.map { (row, $0) } }
  }
}
