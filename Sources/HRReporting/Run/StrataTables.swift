internal import HREvaluation
internal import HRRunning

/// One table per stratum name: every (scenario, detector) in every group.
struct StrataTables {
  let evaluation: Evaluation

  var blocks: [Block] {
    evaluation.strata.gathered(by: \.name).flatMap { name, groups -> [Block] in
      let worst = worst(groups)
      var parts: [Block] = [.heading(3, "By \(Self.words(name))")]
      if !worst.rows.isEmpty {
        parts += [
          .paragraph(
            "The group in which each detector is right least often, of equal ones where it errs more:"),
          .table(worst),
        ]
      }
      parts += [.paragraph("All groups:"), .table(table(groups, name: name))]
      if let tooFew = evaluation.tooFewClusters(groups.flatMap(\.rows)) {
        parts.append(.sentence(tooFew + "."))
      }
      return parts
    }
  }

  private static func words(_ name: String) -> String {
    name == RunPlan.datasetStratum ? "data set" : name
  }

  /// Returns one line per row of the experiment: the group with the lowest success rate (all windows), of equal ones
  /// the one with the larger error. Groups without a reference cannot be the worst, those without an answer can.
  private func worst(_ groups: [Evaluation.Stratum]) -> Table {
    let rows = evaluation.rows.indices.compactMap { index -> [Cell]? in
      let known = groups.filter {
        $0.rows.indices.contains(index) && $0.rows[index].value(.rightOfAll) != nil
      }.map { (value: $0.value, row: $0.rows[index]) }
      func goodness(_ row: Evaluation.Row) -> (Double, Double) {
        (row.value(.rightOfAll) ?? 0, -(row.value(.mae) ?? .infinity))
      }
      guard known.count > 1, let worst = known.min(by: { goodness($0.row) < goodness($1.row) }),
        let best = known.max(by: { goodness($0.row) < goodness($1.row) })
      else { return nil }
      let cells = RowCells(row: worst.row, clusterWord: evaluation.clusterWord)
      return [
        .text(evaluation.scenario(of: worst.row)), .text(evaluation.detector(of: worst.row)),
        .text(worst.value), cells.rightOfAll, .percent(best.row.value(.rightOfAll)),
        .count(worst.row.score.clusterCount), cells.coverage, cells.short(.mae),
      ]
    }
    return Table(
      columns: [
        .left("scenario"), .left("detector"), .left("worst group"), RowColumn.rightOfAll.column,
        .init("right of all in the best group", unit: "%"), .init(evaluation.clusterWord),
        RowColumn.coverage.column, RowColumn.short(.mae).column,
      ], rows: rows)
  }

  private func table(_ groups: [Evaluation.Stratum], name: String) -> Table {
    let columns: [RowColumn] = [
      .rightOfAll, .clusters(evaluation.clusterWord), .estimates, .coverage, .short(.mae), .metric(.bias),
      .metric(.withinTolerance),
    ]
    var rows: [[Cell]] = []
    for index in evaluation.rows.indices {
      for group in groups where group.rows.indices.contains(index) {
        let row = group.rows[index]
        rows.append(
          [
            .text(evaluation.scenario(of: row)), .text(evaluation.detector(of: row)), .text(group.value),
          ] + columns.cells(of: row, evaluation))
      }
    }
    return Table(
      columns: [.left("scenario"), .left("detector"), .left(Self.words(name))] + columns.map(\.column),
      rows: rows)
  }
}
