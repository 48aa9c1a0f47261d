import HRSupport
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Agreement of each group, in each format.
@Suite struct GroupReportTests {
  private static let evaluation = ExampleEvaluation.evaluation

  @Test func tableHasLimitsAndTheirIntervals() throws {
    let tables = StrataTables(evaluation: Self.evaluation).tables(0, of: [0])
    let first = try #require(tables.first)
    #expect(tables.count == 1 && first.name == "activity")
    #expect(
      first.table.columns.map(\.heading) == [
        "detector", "activity", "success rate (%)", "subjects", "estimates", "MAE (bpm)", "bias (bpm)",
        "limits (bpm)", "95 % of the lower", "95 % of the upper",
      ])
    let group = try #require(Self.evaluation.strata.first)
    #expect(first.table.rows.map { $0[1].display } == Self.evaluation.strata.map(\.value))
    let row = try #require(group.rows.first { $0.scenario == 0 && $0.detector == 0 })
    #expect(first.table.rows[0][7] == Cell.range(row.limits?.limits))
  }

  /// Beside the limits stands whether they are within what the experiment accepts.
  @Test func acceptedLimitsAreJudgedPerGroup() throws {
    var plan = ExampleEvaluation.plan()
    plan.acceptableDifferenceBPM = 5
    let evaluation = Evaluation(plan: plan, results: ExampleEvaluation.results)
    let table = try #require(StrataTables(evaluation: evaluation).tables(0, of: [0]).first?.table)
    for (cells, group) in zip(table.rows, evaluation.strata) {
      let row = try #require(group.rows.first { $0.scenario == 0 && $0.detector == 0 })
      // Why there is none stands beside it.
      let verdict = try #require(row.acceptable(plan))
      let word = verdict.word == .unknown ? "not known" : AcceptableText.word(verdict, evaluation.clusterWord)
      let limits = Cell.range(row.limits?.limits).display
      #expect(cells[7].display == "\(limits) (\(word))")
    }
  }

  @Test func groupsFileHasEveryRow() {
    let lines = GroupsCSV(evaluation: Self.evaluation).text.split(separator: "\n")
    let count = Self.evaluation.strata.reduce(0) { $0 + $1.rows.count }
    #expect(lines.count == 1 + count && count > 0)
    #expect(lines[0].hasPrefix("stratum,group,scenario,detector,"))
    #expect(lines[0] == "stratum,group," + SummaryCSV.header.joined(separator: ","))
    #expect(lines[1].hasPrefix("activity,"))
  }

  /// The figure has a panel for each group, of the scenario's best detector.
  @Test func figureHasAPanelForEachGroup() throws {
    let figures = RunFigures(Self.evaluation)
    let entry = try #require(figures[.groups].first ?? nil)
    #expect(entry.path == "figures/groups-clean.svg")
    let figure = try #require(entry.figure as? Figure)
    let leader = try #require(Self.evaluation.leader(ofScenario: 0))
    #expect(figure.title == "Agreement of \(Self.evaluation.detector(of: leader)) per group: clean")
    #expect(figure.panels.map(\.title) == Self.evaluation.strata.map { "activity: \($0.value)" })
    // Each panel has the windows of its group alone.
    for (panel, group) in zip(figure.panels, Self.evaluation.strata) {
      let row = try #require(group.rows.first { $0.scenario == 0 && $0.detector == leader.detector })
      let dots = panel.marks.reduce(0) { sum, mark in
        if case .groups(let groups, _, _) = mark {
          sum + groups.reduce(0) { $0 + $1.points.count }
        } else {
          sum
        }
      }
      #expect(dots == row.tally.estimates)
    }
  }

  @Test func summaryHasTheBestDetectorOfEachGroup() {
    let text = ShortReport(document: RunDocument(Self.evaluation, comparison: nil), pages: [.groups]).markdown
    #expect(text.contains("## By group"))
    #expect(text.contains("By activity, in the scenario clean:"))
    #expect(text.contains("[groups.csv](groups.csv)"))
  }
}
