internal import HREvaluation

/// One table per kind of word: how each detector did in the windows for which it said which word.
struct WordTables {
  private let evaluation: Evaluation

  init(_ evaluation: Evaluation) {
    self.evaluation = evaluation
  }

  /// Nothing where the experiment asks for no such table.
  var sections: [String] {
    var kinds: [String] = []
    for group in evaluation.words where !kinds.contains(group.name) { kinds.append(group.name) }
    return kinds.flatMap { kind in
      ["### By its word of \(kind)", table(evaluation.words.filter { $0.name == kind }, kind: kind).markdown]
    }
  }

  /// Words stand below each other, from the worst to the best, for each detector in each scenario.
  private func table(_ groups: [Evaluation.Stratum], kind: String) -> Table {
    let plan = evaluation.plan
    var rows: [[Cell]] = []
    for index in groups.first?.rows.indices ?? 0..<0 {
      // A window can have said nothing: not read, or not covered.
      let said = groups.reduce(0) { $0 + $1.rows[index].tally.windows }
      for group in groups {
        let row = group.rows[index]
        let cells = RowCells(row, clusterWord: evaluation.clusterWord)
        rows.append([
          .text(plan.scenarios[row.scenario].label), .text(plan.detectors[row.detector].label),
          .text(group.value), .count(row.tally.windows),
          said > 0
            ? .number(100 * Double(row.tally.windows) / Double(said), decimals: 1) : .missing(""),
          .count(row.pairs.clusterCount), .count(row.tally.estimates), cells.metric(.mae),
          cells.interval(.mae), cells.metric(.bias),
          cells.metric(.withinTolerance),
        ])
      }
    }
    return Table(
      columns: [
        .init("scenario", alignment: .leading), .init("detector", alignment: .leading),
        .init(kind, alignment: .leading), .init("windows"), .init("of those with a word", unit: "%"),
        .init(evaluation.clusterWord), .init("estimates"), .init("MAE", unit: "bpm"),
        .init("its 95 % interval"), .init("bias", unit: "bpm"), .init("within tolerance", unit: "%"),
      ], rows: rows)
  }
}
