internal import HREvaluation
internal import HRRunning
internal import HRSupport

/// Tables of each stratum name: every detector in every group.
struct StrataTables {
  let evaluation: Evaluation

  /// The worst group of each detector, by stratum.
  var blocks: [Block] {
    evaluation.strata.gathered(by: \.name).flatMap { name, groups -> [Block] in
      let worst = worst(groups)
      guard !worst.rows.isEmpty else { return [] }
      return [
        .heading(3, "Worst \(Self.words(name)) of each detector"),
        .paragraph(
          "The group in which each detector has its lowest success rate (of equal ones the one with the larger MAE):"
        ), .table(worst),
      ]
    }
  }

  /// Returns all groups of a scenario, a table per stratum; empty without groups.
  func blocks(_ scenario: Int) -> [Block] {
    let detectors = evaluation.plan.detectors(in: scenario)
    let parts = tables(scenario, of: detectors).flatMap { name, table -> [Block] in
      [.heading(4, "By \(name)"), .table(table)]
    }
    let tooFew = evaluation.tooFewClusters(
      evaluation.strata.flatMap(\.rows).filter { $0.scenario == scenario })
    return parts.isEmpty ? [] : parts + (tooFew.map { [.sentence($0 + ".")] } ?? [])
  }

  /// Warning that stands before tables of groups.
  static func caution(_ evaluation: Evaluation) -> String {
    "Groups can be small: look at the number of \(evaluation.clusterWord) before you believe a difference."
  }

  private static func words(_ name: String) -> String {
    name == RunPlan.datasetStratum ? "data set" : name
  }

  /// `data set: bidmc`
  static func words(_ group: Evaluation.Stratum) -> String { "\(words(group.name)): \(group.value)" }

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

  /// Figures of a group: success rate, numbers, errors, and limits of agreement with the interval of each and, where
  /// the experiment says what is acceptable, the verdict.
  private var columns: [RowColumn] {
    let plan = evaluation.plan
    return [
      .rightOfAll, .clusters(evaluation.clusterWord), .estimates, .short(.mae), .short(.bias),
      .init(RowColumn.limits().column) { cells in
        let limits = Cell.range(cells.row.limits?.limits)
        guard let verdict = cells.row.acceptable(plan) else { return limits }
        // Beside it stands why there is no interval.
        let word =
          verdict.word == .unknown ? "not known" : AcceptableText.word(verdict, evaluation.clusterWord)
        return limits.isMissing ? .missing(word) : .figures("\(limits.display) (\(word))")
      },
      .init(.init("95 % of the lower")) { $0.interval(ofLimit: \.lower, isShort: true) },
      .init(.init("95 % of the upper")) { $0.interval(ofLimit: \.upper, isShort: true) },
    ]
  }

  /// Returns the tables of some detectors in a scenario, one per stratum name, with a row per detector and group.
  func tables(_ scenario: Int, of detectors: [Int]) -> [(name: String, table: Table)] {
    let columns = columns
    return evaluation.strata.gathered(by: \.name).compactMap { name, groups in
      let words = Self.words(name)
      var table = Table(columns: [.left("detector"), .left(words)] + columns.map(\.column))
      for detector in detectors {
        for group in groups {
          let row = group.rows.first { $0.scenario == scenario && $0.detector == detector }
          guard let row else { continue }
          table.rows.append(
            [.text(evaluation.detector(of: row)), .text(group.value)] + columns.cells(of: row, evaluation))
        }
      }
      return table.rows.isEmpty ? nil : (words, table)
    }
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
