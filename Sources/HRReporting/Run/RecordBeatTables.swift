internal import HREvaluation
internal import HRRunning
internal import HRStatistics
internal import HRSupport

/// Beats of one scenario counted record by record, as ANSI/AAMI EC57 does.
struct RecordBeatTables {
  let evaluation: Evaluation
  let rows: [Evaluation.Row]
  /// Maximum number of lines of single recordings; longer lists are in `beat-scores.csv`.
  private static let mostLines = 200

  private var known: [(row: Evaluation.Row, beats: BeatDiagnosis)] {
    rows.withBeats.filter { !$0.beats.summaries.isEmpty }
  }

  /// Rule, summary and single recordings; empty without beats to count.
  var blocks: [Block] {
    let tables = tables(mostLines: Self.mostLines)
    return tables.isEmpty ? [] : [.paragraph(Self.rule(evaluation.plan))] + tables
  }

  /// Returns the summary and the single recordings; empty without beats to count.
  func tables(mostLines: Int) -> [Block] {
    guard !known.isEmpty else { return [] }
    let lines = lines
    guard lines.count > mostLines else {
      return [.table(summary), .table(Table(columns: Self.columns, rows: lines))]
    }
    return [
      .table(summary),
      .paragraph(
        "`\(OutputFile.beatScores.rawValue)` has the \(grouped(lines.count)) lines of single recordings."),
    ]
  }

  static func rule(_ plan: RunPlan) -> Prose {
    "Every beat in the windows of a recording counts, by the rule of WFDB's `bxb` for ANSI/AAMI EC57: where the detector gave no answer, beats are missed. *Gross* figures are of the sums over all recordings, *average* figures the means of the recordings' own. Learning period: \(shortest(plan.beatLearningSeconds ?? 0)) s (`bxb` skips the first 300 s unless told otherwise)."
  }

  private static let counts: [Table.Column] = [.init("TP"), .init("FP"), .init("FN")]

  private static let columns: [Table.Column] =
    [.left("detector"), .left("recording"), .init("beats within", unit: "ms")] + counts
    + [.init("sensitivity", unit: "%"), .init("PPV", unit: "%")]

  private var summary: Table {
    Table(
      columns: [.left("detector"), .init("beats within", unit: "ms"), .init("recordings")] + Self.counts + [
        .init("gross sensitivity", unit: "%"), .init("gross PPV", unit: "%"),
        .init("average sensitivity", unit: "%"), .init("average PPV", unit: "%"),
      ],
      rows: known.flatMap { row, beats in
        zip(beats.tolerancesSeconds, beats.summaries).map { tolerance, all -> [Cell] in
          [.text(evaluation.detector(of: row)), Self.within(tolerance), .count(all.recordCount)]
            + Self.cells(all.gross) + Self.shares(all.averageSensitivity, all.averagePositivePredictivity)
        }
      })
  }

  private var lines: [[Cell]] {
    known.flatMap { row, beats in
      row.perRecording.flatMap { score in
        zip(beats.tolerancesSeconds, score.beats).map { tolerance, counts in
          [
            .text(evaluation.detector(of: row)), .text(evaluation.plan.name(ofRecording: score.recording)),
            Self.within(tolerance),
          ] + Self.cells(counts)
        }
      }
    }
  }

  private static func within(_ seconds: Double) -> Cell { .figures(shortest(1000 * seconds, decimals: 3)) }

  private static func cells(_ beats: RecordBeats) -> [Cell] {
    [.count(beats.truePositives), .count(beats.falsePositives), .count(beats.falseNegatives)]
      + shares(beats.sensitivity, beats.positivePredictivity)
  }

  /// Returns shares in per cent with two decimals, as `bxb` and `sumstats` print them.
  private static func shares(_ shares: Double?...) -> [Cell] {
    shares.map { .optional($0.map { 100 * $0 }, decimals: 2) }
  }
}
