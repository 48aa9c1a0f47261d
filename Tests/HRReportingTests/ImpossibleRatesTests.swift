import HRSignals
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

/// A report that counts impossible rates names the detectors and the possible range.
@Suite struct ImpossibleRatesTests {
  private static func page(_ outcomes: [WindowOutcome]) -> String {
    let ranges: [RunPlan.RangeNote?] = [.init(40...200), nil, .init(0...(.infinity))]
    let plan = RunPlan(
      hreval: "0", name: "x", description: nil, seed: 1, mode: .continuous, windowSeconds: 10,
      hopSeconds: 10, withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [],
      formats: [.markdown], datasets: [.init(name: "d", reference: "beats", citation: nil, license: nil)],
      recordings: [.init(dataset: 0, id: "r", subject: nil)],
      scenarios: [
        .init(label: "clean", family: 0, familyLabel: "clean", swept: [], steps: [], repeats: 1)
      ],
      detectors: zip(["a", "b", "c"], ranges).map {
        .init(
          label: $0, extractors: [], filters: [], detector: .init(definition: "x@1", parameters: []),
          range: $1)
      })
    let columns = outcomes.map { outcome in
      var column = EstimateColumn()
      column.append(
        bpm: outcome == .value ? 70 : nil, outcome: outcome, confidence: nil, quality: nil, motion: nil)
      return column
    }
    let result = UnitResult(
      unit: 0, facts: .unknown,
      outcome: .windows(
        WindowTable(
          ranges: [TimeRange(start: 0, end: 10)], references: [.bpm(70)], estimates: columns)))
    return MethodsSection(evaluation: Evaluation(plan: plan, results: [result])).blocks.markdown
  }

  @Test func areNamedWithTheRange() {
    let outside = WindowOutcome.outsideRange
    #expect(
      Self.page([outside, outside, .value]).contains(
        "Rates that would have counted: a (40 to 200 bpm); b (10 to 600 bpm, for it declares no range)."))
    #expect(Self.page([outside, .value, .value]).contains("counted: a (40 to 200 bpm)."))
    #expect(!Self.page([.value, .failed("crash"), .abstained(.noPeak)]).contains("Impossible"))
  }
}
