internal import HRExperiments
internal import HRStatistics

/// One table per stratum name: every (scenario, detector) in every group.
struct StrataTables {
  private let evaluation: Evaluation

  init(_ evaluation: Evaluation) {
    self.evaluation = evaluation
  }

  var sections: [String] {
    var names: [String] = []
    for stratum in evaluation.strata where !names.contains(stratum.name) { names.append(stratum.name) }
    return names.flatMap { name in
      [
        "### By \(markdownEscaped(name))",
        table(evaluation.strata.filter { $0.name == name }, name: name).markdown,
      ]
    }
  }

  private func table(_ groups: [Evaluation.Stratum], name: String) -> Table {
    let plan = evaluation.plan
    var rows: [[Cell]] = []
    for index in evaluation.rows.indices {
      for group in groups where group.rows.indices.contains(index) {
        let row = group.rows[index]
        let cells = RowCells(row, clusterWord: evaluation.clusterWord)
        rows.append([
          .text(plan.scenarios[row.scenario].label), .text(plan.detectors[row.detector].label),
          .text(group.value), .count(row.pairs.clusterCount), .count(row.tally.estimates), cells.coverage,
          cells.metric("maeBPM"), cells.interval("maeLow", "maeHigh"), cells.metric("biasBPM"),
          cells.percent("withinToleranceShare"),
        ])
      }
    }
    return Table(
      columns: [
        .init("scenario", alignment: .leading), .init("detector", alignment: .leading),
        .init(name, alignment: .leading), .init(evaluation.clusterWord), .init("estimates"),
        .init("coverage", unit: "%"), .init("MAE", unit: "bpm"), .init("its 95 % interval"),
        .init("bias", unit: "bpm"), .init("within tolerance", unit: "%"),
      ], rows: rows)
  }
}
