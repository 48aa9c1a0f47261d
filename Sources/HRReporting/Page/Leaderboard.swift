internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Table of all rows of a run that the reader sorts and filters: over all recordings, over those that are new to all
/// detectors, and over each group.
struct Leaderboard {
  let evaluation: Evaluation

  /// Maximum number of rows of groups; `results.json` has all.
  private static let mostGroupRows = 3000

  private struct Scope {
    let name: String
    let rows: [Evaluation.Row]
  }

  private var scopes: (shown: [Scope], leftOut: Int) {
    var shown = [Scope(name: "all recordings", rows: evaluation.rows)]
    if let unseen = evaluation.unseen, !unseen.rows.isEmpty {
      shown.append(Scope(name: "unseen recordings", rows: unseen.rows))
    }
    var rowsLeft = Self.mostGroupRows
    var leftOut = 0
    for stratum in evaluation.strata {
      guard stratum.rows.count <= rowsLeft else {
        leftOut += 1
        continue
      }
      rowsLeft -= stratum.rows.count
      shown.append(Scope(name: "\(stratum.name): \(stratum.value)", rows: stratum.rows))
    }
    return (shown, leftOut)
  }

  var html: String {
    let (shown, leftOut) = scopes
    let verdicts = self.verdicts
    let body = shown.enumerated().flatMap { place, scope in
      evaluation.plan.scenarios.indices.flatMap { scenario in
        scope.rows.filter { $0.scenario == scenario }.bestFirst.map {
          row($0, scope: place, verdicts: place == 0 ? verdicts : [:])
        } + (place == 0 ? chance(scenario) : [])
      }
    }
    let notes = [
      leftOut == 0
        ? nil : "\(counted(leftOut, "group")) more in results.json: there is no room for all here.",
      evaluation.tooFewClusters(evaluation.rows).map { $0 + "." }, evaluation.unsampled.map { $0 + "." },
      SeenText.note(evaluation.rows, evaluation.plan),
    ].compactMap(\.self)
    return """
      <div class="tools needs-script">
      \(select("Of", "scope", shown.enumerated().map { (String($0), $1.name) }, all: nil))
      \(select("Scenario", "scenario", evaluation.plan.scenarios.enumerated().map { (String($0), $1.label) }, all: "all scenarios"))
      <label class="pick">Detector <input data-filter="text" type="search" placeholder="part of its name"></label>
      <span id="leaderboard-count" class="faint small" role="status"></span>
      </div>
      <div class="scroll tall" tabindex="0" role="region" aria-label="Leaderboard table"><table class="sortable" id="leaderboard-table">
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(body.joined(separator: "\n"))
      </tbody></table></div>
      \(notes.map { "<p class=\"small faint\">\(HTMLText.escaped($0))</p>" }.joined(separator: "\n"))
      """
  }

  private var head: String {
    [
      (.left("detector"), ""), (.left("scenario"), ""), (RowColumn.rightOfAll.column, "down"),
      (RowColumn.short(.mae).column, ""), (.left("verdict, as declared"), ""),
      (RowColumn.short(.bias).column, ""), (RowColumn.limits().column, ""),
      (RowColumn.coverage.column, "down"), (Table.Column("windows"), "down"),
    ].map { column, first in
      let column = column.ofRates(in: evaluation.plan.unit)
      return
        "<th scope=\"col\"\(column.alignment == .trailing ? " class=\"n\"" : "")\(first.isEmpty ? "" : " data-first=\"\(first)\"")>\(column.heading)\(Glossary.mark(ofColumn: column.title))</th>"
    }.joined()
  }

  private func row(
    _ row: Evaluation.Row, scope: Int, verdicts: [[Int]: String]
  ) -> String {
    let cells = RowCells(row: row, clusterWord: evaluation.clusterWord)
    let label = SeenText.label(row.detector, evaluation.plan)
    let verdict = verdicts[[row.scenario, row.detector]] ?? ""
    func numbers(_ cells: Cell...) -> String {
      cells.map { "<td class=\"n\">\($0.html)" }.joined()
    }
    let chance =
      row.unbeatenChance == nil
      ? "" : "\(verdict.isEmpty ? "" : "; ")<span class=\"verdict warn\">no better than a guess</span>"
    return
      "<tr data-scope=\"\(scope)\" data-scenario=\"\(row.scenario)\"\(scope == 0 ? "" : " hidden")><th scope=\"row\"><a href=\"#detector-\(row.detector)\">\(HTMLText.escaped(label))</a><td>\(HTMLText.escaped(evaluation.scenario(of: row)))"
      + numbers(cells.rightOfAll, cells.short(.mae)) + "<td>\(verdict)\(chance)"
      + numbers(
        cells.short(.bias), .range(row.limits?.limits, decimals: 1), cells.coverage,
        .count(row.tally.estimates))
  }

  private func chance(_ scenario: Int) -> [String] {
    let columns: [Table.Column] = [
      .left("detector"), RowColumn.short(.mae).column, RowColumn.estimates.column,
    ]
    return evaluation.chanceLevels[scenario].rows(for: columns).map { cells in
      "<tr class=\"chance\" data-scope=\"0\" data-scenario=\"\(scenario)\"><th scope=\"row\">\(HTMLText.escaped(cells[0].display))<td>\(HTMLText.escaped(evaluation.plan.scenarios[scenario].label))<td class=\"n\" data-v=\"\"><td class=\"n\">\(cells[1].display)<td><td class=\"n\" data-v=\"\"><td class=\"n\" data-v=\"\"><td class=\"n\" data-v=\"\"><td class=\"n\">\(cells[2].display)"
    }
  }

  /// Verdicts of the declared comparison, by scenario and detector.
  private var verdicts: [[Int]: String] {
    guard let comparison = evaluation.declaredComparison else { return [:] }
    let plan = evaluation.plan
    var texts: [[Int]: [String]] = [:]
    for contrast in comparison.contrasts {
      guard let scenario = plan.scenarios.firstIndex(where: { $0.label == contrast.scenario }),
        let detector = plan.detectors.firstIndex(where: { $0.label == contrast.candidate })
      else { continue }
      texts[[scenario, detector], default: []].append(
        "\(VerdictList.word(contrast, comparison.clusterKind)) against \(HTMLText.escaped(contrast.baseline))"
      )
    }
    return texts.mapValues { $0.joined(separator: "; ") }
  }

  private func select(
    _ title: String, _ filter: String, _ options: [(value: String, name: String)], all: String?
  ) -> String {
    guard options.count > 1 else {
      return "<input type=\"hidden\" data-filter=\"\(filter)\" value=\"\(all == nil ? "0" : "")\">"
    }
    let first = all.map { "<option value=\"\">\($0)</option>" } ?? ""
    return
      "<label class=\"pick\">\(title) <select data-filter=\"\(filter)\">\(first)\(options.map { "<option value=\"\($0.value)\">\(HTMLText.escaped($0.name))</option>" }.joined())</select></label>"
  }
}
