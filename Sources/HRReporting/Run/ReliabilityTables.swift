internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Tables that compare confidence with the share of right answers, of the rows of one scenario whose answers have a
/// confidence from 0 to 1.
struct ReliabilityTables {
  let evaluation: Evaluation
  private let known: [(row: Evaluation.Row, found: RowReliability)]

  /// Creates the tables; `nil` if no row has such answers.
  init?(_ evaluation: Evaluation, rows: [Evaluation.Row]) {
    known = rows.compactMap { row in row.diagnosis?.reliability.map { (row, $0) } }
    guard !known.isEmpty else { return nil }
    self.evaluation = evaluation
  }

  var blocks: [Block] {
    [.sentence(sentence), .table(summary)] + ofDatasets.map(Block.table)
      + known.filter(\.found.isStated).flatMap { row, found -> [Block] in
        [
          .paragraph(
            "**\(evaluation.detector(of: row))**: right answers by confidence (mean confidence → share of right answers), in per cent"
          )
        ] + bins(found).map(Block.table)
      }
  }

  /// Sentence on the definition of a right answer, and on the detectors that state their confidence to be its
  /// probability.
  private var sentence: String {
    func labels(_ isMeant: (RowReliability) -> Bool) -> String {
      known.filter { isMeant($0.found) }.map { Findings.named(evaluation.detector(of: $0.row)) }
        .joined(separator: ", ")
    }
    let bounds = known.filter(\.found.isStated).map(\.found.tolerance).distinct
    var sentences = bounds.map { bound in
      "Confidence is stated to be the probability of being within \(bound.words) by \(labels { $0.isStated && $0.tolerance == bound })."
    }
    let others = labels { !$0.isStated }
    if !others.isEmpty {
      sentences.append(
        "Not stated to be a probability, and compared with the run's tolerance (\(evaluation.plan.tolerance.words)) as if it were: the confidence of \(others)."
      )
    }
    sentences.append(
      "In brackets: fewer than \(LeaveOneOut.leastAnswers) answers, which are too few for a conclusion.")
    return sentences.joined(separator: " ")
  }

  /// `5`, `2.5`
  static func number(_ value: Double) -> String {
    pageNumber(value, decimals: value.rounded() == value ? 0 : 1)
  }

  private var summary: Table {
    Table(
      columns: [
        .left("detector"), .init("answers"), .init("mean confidence", unit: "%"), .init("right", unit: "%"),
        .init("Brier"), .init("calibration error", unit: "%"), .init("at 0.9 or above", unit: "%"),
        .init("of these right", unit: "%"),
      ],
      rows: known.map { row, found in
        let all = found.all
        return [
          .text(evaluation.detector(of: row)), .count(all.count), .percent(all.meanConfidence),
          .share(all.rightShare, of: all.count), .number(all.brier, decimals: 3),
          .percent(all.calibrationError), .percent(Double(all.sure.count) / Double(all.count)),
          .share(all.sure.rightShare, of: all.sure.count),
        ]
      })
  }

  /// Tables of the answers at 0.9 or above, by data set; several if there are many data sets.
  private var ofDatasets: [Table] {
    datasets.inTables.map { shown in
      Table(
        columns: [.left("right at 0.9 or above (%)")]
          + shown.map { .init(evaluation.plan.datasets[$0].name) },
        rows: known.map { row, found in
          [.text(evaluation.detector(of: row))]
            + shown.map { dataset in
              .sure(found.ofDatasets.first { $0.dataset == dataset }?.reliability.sure)
            }
        })
    }
  }

  /// Data sets with answers of any row.
  private var datasets: [Int] {
    Set(known.flatMap { $0.found.ofDatasets.map(\.dataset) }).sorted()
  }

  private func bins(_ found: RowReliability) -> [Table] {
    let groups =
      [("all", found.all)]
      + found.ofDatasets.map { (evaluation.plan.datasets[$0.dataset].name, $0.reliability) }
    return groups.inTables.map { shown in
      Table(
        columns: [.left("confidence")] + shown.map { .init($0.0) },
        rows: (0..<Reliability.binCount).map { bin in
          let edges = "\(fixed(Double(bin) / 10, decimals: 1)) to \(fixed(Double(bin + 1) / 10, decimals: 1))"
          return [.text(edges)] + shown.map { .bin($0.1.bins[bin]) }
        })
    }
  }
}

extension Array {
  /// The elements in groups of as many as a table has columns behind its first.
  var inTables: [[Element]] {
    let most = TableStyle.mostColumns - 1
    return stride(from: 0, to: count, by: most).map { Array(self[$0..<Swift.min($0 + most, count)]) }
  }
}

extension Cell {
  /// Returns a share of `count` answers, in per cent; in brackets if these are few.
  static func share(_ share: Double?, of count: Int) -> Cell {
    guard let share else { return .missing("") }
    return .figures(bracketed(fixed(100 * share, decimals: 1), count))
  }

  /// `98.2 of 212`
  static func sure(_ answers: SureAnswers?) -> Cell { .figures(sureText(answers)) }

  /// `98.2 of 212 → 99.0 of 180`
  static func sure(_ before: SureAnswers, _ after: SureAnswers) -> Cell {
    .figures("\(sureText(before)) → \(sureText(after))")
  }

  /// Returns `72.4 → 81.0 of 120`: mean confidence, share of right answers, and number of answers.
  fileprivate static func bin(_ bin: Reliability.Bin) -> Cell {
    guard let confidence = bin.meanConfidence, let share = bin.rightShare else { return .missing("") }
    return .figures(
      bracketed(
        "\(fixed(100 * confidence, decimals: 1)) → \(fixed(100 * share, decimals: 1)) of \(grouped(bin.count))",
        bin.count))
  }

  private static func sureText(_ answers: SureAnswers?) -> String {
    guard let answers, let share = answers.rightShare else { return "none" }
    return bracketed("\(fixed(100 * share, decimals: 1)) of \(grouped(answers.count))", answers.count)
  }

  private static func bracketed(_ text: String, _ count: Int) -> String {
    count < LeaveOneOut.leastAnswers ? "(\(text))" : text
  }
}
