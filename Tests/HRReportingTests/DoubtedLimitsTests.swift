import HRSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Pages on subjects that are too unlike for intervals of limits, or that are read wrong throughout.
@Suite struct DoubtedLimitsTests {
  /// Returns a run of twelve subjects with twelve windows each. Errors of the detector "alike" are within ±5 bpm;
  /// "tails" has two windows of each subject 20 bpm off, to either side; "gross" reads one subject 40 bpm too high
  /// throughout.
  private static func evaluation(long: Bool = false) -> Evaluation {
    let plan = RunPlan(
      hreval: "0", name: "x", description: nil, seed: 1, mode: .continuous, windowSeconds: 10, hopSeconds: 10,
      withinBPM: 5, withinPercent: nil, metrics: ["maeBPM", "loaLowerBPM"], strata: [], formats: [.json],
      datasets: [.init(name: "d", reference: "beats", citation: nil, license: nil)],
      recordings: (0..<12).map { .init(dataset: 0, id: "r\($0)", subject: "s\($0)") },
      scenarios: [.init(label: "clean", family: 0, familyLabel: "clean", swept: [], steps: [], repeats: 1)],
      detectors: ["alike", "tails", "gross"].map {
        .init(
          label: $0, extractors: [], filters: [], detector: .init(definition: "d@1", parameters: []),
          range: .init(40...240))
      }, acceptableDifferenceBPM: 12)
    let within = [-2.0, 2, -1, 1, -2, 2, -1, 1, -2, 2, -1, 1]
    let results = plan.units.map { unit -> UnitResult in
      let subject = Double(unit.recording - 6) / 2
      let count = long && unit.recording == 0 ? 144 : 12
      let columns = (0..<3).map { detector -> EstimateColumn in
        var column = EstimateColumn()
        for window in 0..<count {
          var error = within[window % 12] + subject
          if detector == 1, window % 12 < 2 { error += window % 2 == 0 ? -20 : 20 }
          if detector == 2, unit.recording == 11 { error += 40 }
          column.append(bpm: 70 + error, outcome: .value, confidence: nil, quality: nil, motion: nil)
        }
        return column
      }
      return UnitResult(
        unit: unit.index, facts: .unknown,
        outcome: .windows(
          WindowTable(
            ranges: (0..<count).map { .init(start: 10 * Double($0), end: 10 * Double($0) + 10) },
            references: Array(repeating: .bpm(70), count: count), estimates: columns)))
    }
    return Evaluation(plan: plan, results: results)
  }

  @Test func theTableSaysWhyThereIsNoInterval() throws {
    let evaluation = Self.evaluation()
    let table = try #require(ScenarioTables(evaluation: evaluation, rows: evaluation.rows).agreement)
    let place = try #require(table.columns.firstIndex { $0.title == "95 % of the lower" })
    #expect(table.rows.map { $0[place].display }.dropFirst() == ["heavy tails", "too skewed"])
    #expect(!table.rows[0][place].isMissing)
    let note = try #require(evaluation.limitDoubts(evaluation.rows)).markdown
    #expect(
      note.hasPrefix("*heavy tails*, *too skewed*: limits of agreement are multiples of a standard deviation")
    )
    #expect(RunDocument(evaluation).blocks.markdown.contains(note))
    #expect(evaluation.limitDoubts(Array(evaluation.rows.prefix(1))) == nil)
  }

  @Test func filesHaveTheReasonsAndNoEnds() throws {
    let rows = Self.evaluation().stored.rows
    #expect(rows.map(\.limitDoubts) == [[], [.heavyTails], [.skewedClusters, .farCluster]])
    for name in ["loaLowerLow", "loaUpperHigh", "loaClusterLowerLow", "sdHigh"] {
      #expect(rows[0][name] != nil && rows[1][name] == nil && rows[2][name] == nil, "\(name)")
    }
    for name in ["maeLow", "rmseHigh", "mapeHigh", "coverageLow", "loaLowerBPM"] {
      #expect(rows.allSatisfy { $0[name] != nil }, "\(name)")
    }
    #expect(rows.map(\.acceptable) == [.shown, .refuted, .unknown])
    #expect(
      AcceptableText(evaluation: Self.evaluation()).sentences.first
        == "clean: shown for alike; refuted for tails; not known for gross (subjects too skewed, or heavy tails)."
    )
  }

  @Test func theReportWarns() {
    let warnings = Warnings(Self.evaluation(), rows: Self.evaluation().rows).sentences
    #expect(
      warnings.contains(
        "A few subjects are read wrong throughout (a next study can have none or more of them, so every interval here holds less often than in 95 of 100 studies): gross (1 of 12; MAE up to 42.5 bpm, in the middle of all 1.8 bpm)."
      ))
    #expect(
      warnings.contains {
        $0.hasPrefix("The subjects are skewed (")
          && $0.hasSuffix(": gross (one mean error is far from the others).")
      })
    #expect(!warnings.contains { $0.contains("carry the figures") })
    let long = Self.evaluation(long: true)
    #expect(
      Warnings(long, rows: long.rows).sentences.contains {
        $0.hasPrefix("Few subjects carry the figures (") && $0.contains("alike (3.4 of 12)")
      })
  }

  /// The figures that the table of errors shows alone have their intervals below it.
  @Test func furtherFiguresHaveIntervals() {
    let evaluation = Self.evaluation()
    let tables = ScenarioTables(evaluation: evaluation, rows: evaluation.rows).intervals
    #expect(tables[0].rows[0][1].display == "100.0 [73.5, 100.0]")
    #expect(tables.map { $0.columns.count } == [6, 5])
    #expect(
      tables[0].rows[0].allSatisfy { !$0.display.isEmpty } && tables[0].rows[0][3].display.contains("["))
    #expect(RunDocument(evaluation).blocks.markdown.contains("Intervals of further figures"))
  }
}
