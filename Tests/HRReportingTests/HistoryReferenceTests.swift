import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Changes in a history of the reference, or of its offset.
@Suite struct HistoryReferenceTests {
  @Test func offsetsCountWhereBothRunsKnowThem() {
    func changes(_ old: Double?, _ new: Double?, _ name: String = "ecg", kind: String? = nil) -> [String] {
      let runs = [(old, "ecg", "ecg"), (new, name, kind ?? "ecg")].map { offset, name, kind in
        ExampleHistory.changed {
          $0.datasets = [
            .init(
              name: "demo", reference: name, citation: nil, license: nil, referenceKind: kind,
              offsetSeconds: offset)
          ]
        }
      }
      return RunChange.ofExperiment(runs[0], runs[1], metric: "maeBPM").map(\.described)
    }
    #expect(changes(-5, -8.5) == ["reference: offset in s of \"ecg\" (demo) -5 → -8.5"])
    #expect(changes(-5, -5) == [] && changes(nil, -5) == [] && changes(-5, nil) == [])
    // Another reference has another offset.
    #expect(changes(-5, -8.5, "monitor") == ["reference ecg → monitor"])
    #expect(changes(0, 0, kind: "beats") == ["reference: kind of \"ecg\" (demo) ecg → beats"])
  }

  /// The level rises at run 7 (index 6); the reference changed two runs before, or at that run.
  @Test(arguments: [
    (5, "; reference changed at 5", ", reference changed at 5"), (7, " (reference)", " (reference changed)"),
  ])
  func aStepAcrossAnotherReferenceSaysSo(_ place: Int, _ cell: String, _ note: String) throws {
    let runs = (1...12).map { number in
      let step = number >= 7 ? 4.0 : 0
      var plan = ExampleHistory.plan
      for index in plan.datasets.indices {
        plan.datasets[index].referenceKind = "ecg"
        plan.datasets[index].offsetSeconds = number >= place ? -8.5 : -5
      }
      return ExampleHistory.copy(
        folder: "\(number)", plan: plan,
        rows: ExampleHistory.base.rows.map {
          ExampleHistory.adding(step + 0.01 * Double(number % 2), to: $0)
        })
    }
    let history = try #require(History.all(of: runs, metric: "maeBPM").first)
    let trend = try #require(history.trends.first { $0.scenario == "clean" && $0.detector == "fft" })
    #expect(trend.levels.lastStep?.point == 6)
    let table = HistoryTable(history: history).table(of: [trend])
    let change = try #require(table.columns.firstIndex { $0.title == "change at" })
    #expect(table.rows[0][change].display.hasSuffix(" 7" + cell), "\(table.rows[0][change].display)")
    #expect(HistoryTable(history: history).note(trend).contains("reference changed"))
    let text = HistoryFiles.all([history], refused: []).first { $0.path == "figures/history-clean.svg" }?.text
    #expect(try #require(text).contains(note))
  }
}
