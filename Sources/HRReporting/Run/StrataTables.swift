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
            "The group in which each detector has its lowest success rate (of equal ones the one with the larger MAE):"
          ),
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
        .init("success rate in the best group", unit: "%"), .init(evaluation.clusterWord),
        RowColumn.coverage.column, RowColumn.short(.mae).column,
      ], rows: rows)
  }

  private func table(_ groups: [Evaluation.Stratum], name: String) -> Table {
    evaluation.table(
      groups, Self.words(name),
      [
        .rightOfAll, .clusters(evaluation.clusterWord), .estimates, .coverage, .short(.mae), .metric(.bias),
        .metric(.withinTolerance),
      ])
  }
}

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
    // A window can be without a word: not read, or not covered.
    var said: [[Int]: Int] = [:]
    for row in groups.flatMap(\.rows) { said[[row.scenario, row.detector], default: 0] += row.tally.windows }
    func percent(_ row: Evaluation.Row) -> Double? {
      let all = said[[row.scenario, row.detector]] ?? 0
      return all > 0 ? 100 * Double(row.tally.windows) / Double(all) : nil
    }
    return evaluation.table(
      groups, kind,
      [
        .init(.init("windows")) { .count($0.row.tally.windows) },
        .init(.init("of those with a word", unit: "%")) { .optional(percent($0.row), decimals: 1) },
        .clusters(evaluation.clusterWord), .estimates, .short(.mae), .metric(.bias),
        .metric(.withinTolerance),
      ])
  }
}

extension Evaluation {
  /// Returns a table of every (scenario, detector) in every group.
  fileprivate func table(_ groups: [Stratum], _ title: String, _ columns: [RowColumn]) -> Table {
    Table(
      columns: [.left("scenario"), .left("detector"), .left(title)] + columns.map(\.column),
      rows: rows.indices.flatMap { index in
        groups.filter { $0.rows.indices.contains(index) }.map { group in
          let row = group.rows[index]
          return [.text(scenario(of: row)), .text(detector(of: row)), .text(group.value)]
            + columns.cells(of: row, self)
        }
      })
  }
}
