internal import HREvaluation

/// One table per kind of word: results of each detector in the windows of each of its words.
struct WordTables {
  let evaluation: Evaluation

  /// Blocks of the tables; empty if the experiment asks for no such table.
  var blocks: [Block] {
    evaluation.words.gathered(by: \.name).flatMap { kind, groups -> [Block] in
      [.heading(3, "By its word of \(kind)"), .table(table(groups, kind: kind))]
    }
  }

  /// Returns a table of the words, from the worst to the best, for each detector in each scenario.
  private func table(_ groups: [Evaluation.Stratum], kind: String) -> Table {
    let columns: [RowColumn] = [
      .clusters(evaluation.clusterWord), .estimates, .short(.mae), .metric(.bias), .metric(.withinTolerance),
    ]
    var rows: [[Cell]] = []
    for index in groups.first?.rows.indices ?? 0..<0 {
      // A window can be without a word: not read, or not covered.
      let said = groups.reduce(0) { $0 + $1.rows[index].tally.windows }
      for group in groups {
        let row = group.rows[index]
        rows.append(
          [
            .text(evaluation.scenario(of: row)), .text(evaluation.detector(of: row)),
            .text(group.value), .count(row.tally.windows),
            .optional(said > 0 ? 100 * Double(row.tally.windows) / Double(said) : nil, decimals: 1),
          ] + columns.cells(of: row, evaluation))
      }
    }
    return Table(
      columns: [
        .left("scenario"), .left("detector"),
        .left(kind), .init("windows"), .init("of those with a word", unit: "%"),
      ] + columns.map(\.column), rows: rows)
  }
}
