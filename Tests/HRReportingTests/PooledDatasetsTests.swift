import HRSignals
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

/// Tables over several data sets say that they are pooled, and there is a table of each data set.
@Suite struct PooledDatasetsTests {
  /// Returns a run of two detectors. The first errs on the second data set alone, by 10 bpm in every second window.
  /// The other errs by 1 bpm.
  private static func evaluation(_ datasets: [String], strata: [String] = []) -> Evaluation {
    let plan = RunPlan(
      hreval: "0", name: "x", description: nil, seed: 1, mode: .continuous, windowSeconds: 10,
      hopSeconds: 10, withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: strata,
      formats: [.markdown],
      datasets: datasets.map { .init(name: $0, reference: "beats", citation: nil, license: nil) },
      recordings: (0..<6).map { .init(dataset: $0 % datasets.count, id: "r\($0)", subject: nil) },
      scenarios: [
        .init(
          label: "clean", family: 0, familyLabel: "clean", swept: [],
          steps: [.init(definition: "clean@1", parameters: [])], repeats: 1)
      ],
      detectors: ["a", "b"].map {
        .init(label: $0, extractors: [], filters: [], detector: .init(definition: "x@1", parameters: []))
      })
    func column(_ rates: [Double]) -> EstimateColumn {
      var column = EstimateColumn()
      for rate in rates {
        column.append(bpm: rate, outcome: .value, confidence: nil, quality: nil, motion: nil)
      }
      return column
    }
    let results = plan.units.map { unit in
      let isSecond = plan.recordings[unit.recording].dataset == 1
      let wrong = (0..<20).map { $0 % 2 == 0 && isSecond ? 80.0 : 70 }
      return UnitResult(
        unit: unit.index, facts: .unknown,
        outcome: .windows(
          WindowTable(
            ranges: (0..<20).map { TimeRange(start: 10 * Double($0), end: 10 * Double($0) + 10) },
            references: Array(repeating: .bpm(70), count: 20),
            estimates: [column(wrong), column(Array(repeating: 71, count: 20))])))
    }
    return Evaluation(plan: plan, results: results)
  }

  private static func page(_ evaluation: Evaluation) -> String {
    let document = RunDocument(evaluation)
    return document.blocks.markdown + ShortReport(document: document, pages: []).markdown
  }

  @Test func severalDataSets() throws {
    let evaluation = Self.evaluation(["near", "far"])
    let sentence =
      "Pooled over 2 data sets, with the same weight for every window: near (3 recordings), far (3 recordings)."
    #expect(PooledDatasets(evaluation)?.sentence == sentence)
    let page = Self.page(evaluation)
    #expect(page.contains("\n\n\(sentence)\n\n| scenario"))
    #expect(page.contains("### By data set"))
    #expect(
      Warnings(evaluation, rows: evaluation.rows).sentences.first
        == "Estimates within tolerance differ by more than ten percentage points from data set to data set: a (far 50.0 %, near 100.0 %)."
    )
    // Every reference is 70 bpm, so the constant guess is never wrong.
    #expect(
      Warnings(evaluation, rows: evaluation.rows).sentences.contains(
        "No better than a guess without the signal (on the windows that they answered): a (MAE 2.50 bpm, guess the mean of the other recordings: 0.00 bpm), b (MAE 1.00 bpm, guess the mean of the other recordings: 0.00 bpm)."
      ))
    #expect(terminalSummary(evaluation, TableStyle(.lines, colour: false)).contains(sentence))
    let json = evaluation.stored.json.rendered()
    #expect(json.contains(#""name": "dataset""#) && json.contains(#""value": "far""#))
  }

  @Test func oneDataSet() {
    for evaluation in [Self.evaluation(["near"]), Self.evaluation(["near"], strata: ["dataset"])] {
      #expect(PooledDatasets(evaluation) == nil)
      #expect(!Self.page(evaluation).contains("Pooled"))
      #expect(Warnings(evaluation, rows: evaluation.rows).sentences.allSatisfy { !$0.contains("data set") })
      #expect(!terminalSummary(evaluation, TableStyle(.lines, colour: false)).contains("Pooled"))
    }
  }
}
