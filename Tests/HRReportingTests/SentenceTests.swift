import HRSignals
import HRStatistics
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Sentences of the report whose truth depends on the data, with data that would make careless ones false.
@Suite struct SentenceTests {
  /// - Parameters:
  ///   - errors: of the windows of each recording, one subject each.
  ///   - labels: labels of detectors that all err alike.
  private static func evaluation(
    _ errors: [[Double]], labels: [String] = ["a"], metrics: [String] = Metric.columns.map(\.name)
  ) -> Evaluation {
    let plan = RunPlan(
      hreval: "0", name: "x", description: nil, seed: 1, mode: .continuous, windowSeconds: 10, hopSeconds: 10,
      withinBPM: 5, withinPercent: nil, metrics: metrics, strata: [], formats: [.markdown],
      datasets: [.init(name: "d", reference: "beats", citation: nil, license: nil)],
      recordings: errors.indices.map { .init(dataset: 0, id: "r\($0)", subject: "s\($0)") },
      scenarios: [.init(label: "clean", family: 0, familyLabel: "clean", swept: [], steps: [], repeats: 1)],
      detectors: labels.map {
        .init(label: $0, extractors: [], filters: [], detector: .init(definition: "d@1", parameters: []))
      })
    let results = plan.units.map { unit -> UnitResult in
      let own = errors[unit.recording]
      let references = own.indices.map { 70 + Double($0 % 4) }
      let columns = labels.map { _ in
        var column = EstimateColumn()
        for (reference, error) in zip(references, own) {
          column.append(
            bpm: reference + error, outcome: .value, confidence: nil, quality: nil, motion: nil)
        }
        return column
      }
      return UnitResult(
        unit: unit.index,
        facts: RecordingFacts(
          subject: "s\(unit.recording)", metadata: [], seconds: 10 * Double(own.count), channels: [],
          files: []),
        outcome: .windows(
          WindowTable(
            ranges: own.indices.map { TimeRange(start: 10 * Double($0), end: 10 * Double($0) + 10) },
            references: references.map { .bpm($0) }, estimates: columns)))
    }
    return Evaluation(plan: plan, results: results)
  }

  private static func page(_ evaluation: Evaluation) -> String {
    RunDocument(evaluation).blocks.markdown
  }

  /// One subject with errors that persist: its limits are the simple ones, which do take windows as independent.
  @Test func persistentErrorsAndSimpleLimits() {
    let evaluation = Self.evaluation([[1, 1.2, 1.5, 1.1, -2, -2.2, -1.9, -2.1]])
    #expect(evaluation.medianErrorPersistence ?? 0 > 0)
    let page = Self.page(evaluation)
    #expect(page.contains("The errors of neighbouring windows correlate (median over rows: 0."))
    #expect(page.contains("*Simple* limits treat windows as independent"))
    #expect(page.contains("| limits, simple (bpm)"))
    #expect(!page.contains("independent anywhere"))
  }

  /// With a window per subject the intervals of the limits are exact ones, not jackknife ones over clusters.
  @Test func exactIntervalsAreNamed() {
    let single = Self.page(Self.evaluation([[1], [2], [-1], [0.5], [3], [-2]]))
    let exact =
      ", or, where each of the subjects has a single window, the exact interval of the simple limits"
    #expect(single.contains(exact))
    let several = Self.page(Self.evaluation(Array(repeating: [1, 2, -1, 0.5, 3], count: 6)))
    #expect(!several.contains(exact) && several.contains("| limits, repeated measures (bpm)"))
  }

  /// Rows of both kinds are in one column, which then names the simple ones.
  @Test func mixedLimitsAreNamedInTheirCell() throws {
    let evaluation = Self.evaluation(Array(repeating: [1, 2, -1, 0.5, 3], count: 6))
    let lone = Self.evaluation([[1, 2, 4, 0]])
    let tables = ScenarioTables(evaluation: evaluation, rows: evaluation.rows + lone.rows)
    let agreement = try #require(tables.agreement)
    let place = try #require(agreement.columns.firstIndex { $0.title == "limits" })
    #expect(!agreement.rows[0][place].display.contains("simple"))
    #expect(agreement.rows[1][place].display.hasSuffix(" (simple)"))
  }

  /// Simple limits that an experiment asks for by name have a column of their own.
  @Test func limitsThatAreAskedFor() throws {
    func titles(_ metrics: [String]) throws -> [String] {
      let evaluation = Self.evaluation(
        Array(repeating: [1, 2, -1, 0.5, 3], count: 6), metrics: metrics)
      let tables = ScenarioTables(evaluation: evaluation, rows: evaluation.rows)
      return try #require(tables.agreement).columns.map(\.title)
    }
    #expect(try titles(["loaSimpleLowerBPM"]).contains("limits, simple"))
    #expect(try !titles(Metric.columns.map(\.name)).contains("limits, simple"))
  }

  /// The results of one experiment do not extend to others, and a single detector was not picked.
  @Test func pickingIsOnlySaidOfSeveral() {
    let errors = Array(repeating: [1.0, 2, -1, 0.5, 3], count: 6)
    let picked =
      "If you pick the best of the 2 detectors by these figures, its figures are, on average, better here"
    #expect(Self.page(Self.evaluation(errors, labels: ["a", "b"])).contains(picked))
    #expect(!Self.page(Self.evaluation(errors)).contains("If you pick"))
    #expect(!Self.page(Self.evaluation(errors)).contains("none was left out"))
  }

  /// Neighbours are windows of one recording and repeat with nothing between them.
  @Test func neighboursOfARow() throws {
    func neighbours(_ scenario: Int, _ detector: Int) throws -> Int {
      let evaluation = ExampleEvaluation.evaluation
      let row = try #require(evaluation.rows.first { $0.scenario == scenario && $0.detector == detector })
      var count = 0
      evaluation.pairs(of: row).rates.forEach { count += $0.isNext ? 1 : 0 }
      return count
    }
    // Six subjects with eleven windows each that have a reference; the last scenario twice.
    #expect(try neighbours(0, 0) == 6 * 10)
    #expect(try neighbours(2, 0) == 6 * 20)
    // The second detector is silent in window w of recording r where w + r is a multiple of 5: of the recordings
    // 0, 1, 2, 3, 5 and 6 answered stretches of 4 + 4, 4 + 4 + 1, 3 + 4 + 2, 2 + 4 + 3, 4 + 4 and 4 + 4 + 1 remain.
    #expect(try neighbours(0, 1) == 6 + 6 + 6 + 6 + 6 + 6)
  }
}
