internal import HREvaluation
internal import HRResults

/// One table per stratum name: every (scenario, detector) in every group.
struct StrataTables {
  let evaluation: Evaluation

  var sections: [String] {
    evaluation.strata.gathered(by: \.name).flatMap { name, groups in
      let worst = worst(groups)
      return ["### By \(markdownEscaped(Self.words(name)))"]
        + (worst.rows.isEmpty ? [] : ["The group in which each detector errs most:", worst.markdown])
        + ["All groups:", table(groups, name: name).markdown]
    }
  }

  private static func words(_ name: String) -> String {
    name == RunPlan.datasetStratum ? "data set" : name
  }

  /// One line per row of the experiment; groups without an estimate cannot be the worst.
  private func worst(_ groups: [Evaluation.Stratum]) -> Table {
    let rows = evaluation.rows.indices.compactMap { index -> [Cell]? in
      let known = groups.compactMap { group -> (value: String, row: Evaluation.Row, mae: Double)? in
        guard group.rows.indices.contains(index), let mae = group.rows[index].value(.mae) else { return nil }
        return (group.value, group.rows[index], mae)
      }
      guard known.count > 1, let worst = known.max(by: { $0.mae < $1.mae }),
        let best = known.min(by: { $0.mae < $1.mae })
      else { return nil }
      let cells = RowCells(row: worst.row, clusterWord: evaluation.clusterWord)
      return [
        .text(evaluation.scenario(of: worst.row)), .text(evaluation.detector(of: worst.row)),
        .text(worst.value), .count(worst.row.pairs.clusterCount), cells.coverage, cells.metric(.mae),
        cells.interval(.mae), .number(best.mae, decimals: 2),
      ]
    }
    return Table(
      columns: [
        .left("scenario"), .left("detector"), .left("worst group"), .init(evaluation.clusterWord),
        .init("coverage", unit: "%"), .init("MAE", unit: "bpm"), .init("its 95 % interval"),
        .init("MAE of the best group", unit: "bpm"),
      ], rows: rows)
  }

  private func table(_ groups: [Evaluation.Stratum], name: String) -> Table {
    var rows: [[Cell]] = []
    for index in evaluation.rows.indices {
      for group in groups where group.rows.indices.contains(index) {
        let row = group.rows[index]
        let cells = RowCells(row: row, clusterWord: evaluation.clusterWord)
        rows.append([
          .text(evaluation.scenario(of: row)), .text(evaluation.detector(of: row)),
          .text(group.value), .count(row.pairs.clusterCount), .count(row.tally.estimates), cells.coverage,
          cells.metric(.mae), cells.interval(.mae), cells.metric(.bias),
          cells.metric(.withinTolerance),
        ])
      }
    }
    return Table(
      columns: [
        .left("scenario"), .left("detector"), .left(Self.words(name)), .init(evaluation.clusterWord),
        .init("estimates"), .init("coverage", unit: "%"), .init("MAE", unit: "bpm"),
        .init("its 95 % interval"), .init("bias", unit: "bpm"), .init("within tolerance", unit: "%"),
      ], rows: rows)
  }
}
