import HRSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Text on limits of agreement for an experiment that declares acceptable ones.
@Suite struct AcceptableTextTests {
  /// Returns a run of twelve subjects with six windows each; three detectors whose errors spread differently, and one
  /// without answers.
  private static func evaluation(_ differenceBPM: Double?, recordings: Int = 12) -> Evaluation {
    let labels = ["good", "bad", "unsure", "silent"]
    let plan = RunPlan(
      hreval: "0", name: "x", description: nil, seed: 1, mode: .continuous, windowSeconds: 10, hopSeconds: 10,
      withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [], formats: [.json],
      datasets: [.init(name: "d", reference: "beats", citation: nil, license: nil)],
      recordings: (0..<recordings).map { .init(dataset: 0, id: "r\($0)", subject: "s\($0)") },
      scenarios: [.init(label: "clean", family: 0, familyLabel: "clean", swept: [], steps: [], repeats: 1)],
      detectors: labels.map {
        .init(label: $0, extractors: [], filters: [], detector: .init(definition: "d@1", parameters: []))
      }, question: "Is it?", acceptableDifferenceBPM: differenceBPM)
    let results = plan.units.map { unit -> UnitResult in
      let columns = [1.0, 10, 2.4, nil].map { spread -> EstimateColumn in
        var column = EstimateColumn()
        for window in 0..<6 {
          let error = spread.map { $0 * Double((window * 5 + unit.recording * 7) % 11 - 5) / 5 }
          column.append(
            bpm: error.map { 70 + $0 }, outcome: error == nil ? .abstained(.noPeak) : .value, confidence: nil,
            quality: nil, motion: nil)
        }
        return column
      }
      return UnitResult(
        unit: unit.index, facts: .unknown,
        outcome: .windows(
          WindowTable(
            ranges: (0..<6).map { .init(start: 10 * Double($0), end: 10 * Double($0) + 10) },
            references: Array(repeating: .bpm(70), count: 6), estimates: columns)))
    }
    return Evaluation(plan: plan, results: results)
  }

  @Test func eachScenarioHasItsSentence() throws {
    let evaluation = Self.evaluation(3)
    let text = AcceptableText(evaluation: evaluation)
    #expect(text.heading == "Limits of agreement within ±3 bpm:")
    #expect(
      text.sentences == [
        "clean: shown for good; refuted for bad; unclear for unsure; not known for silent (too few estimates).",
        "Shown: the 95 % confidence intervals of both limits of agreement are within ±3 bpm. Refuted: the interval of one limit is wholly outside.",
      ])
    #expect(
      terminalSummary(evaluation, .init(.width(100), colour: false)).contains("±3 bpm:\n  clean: shown"))
    #expect(evaluation.stored.rows.map(\.acceptable) == [.shown, .refuted, .unclear, .unknown])
    #expect(
      evaluation.stored.plan.question == "Is it?" && evaluation.stored.plan.acceptableDifferenceBPM == 3)
    let few = AcceptableText(evaluation: Self.evaluation(3, recordings: 2)).sentences
    #expect(
      few.first
        == "clean: not known for good, bad, unsure (too few subjects); not known for silent (too few estimates)."
    )
  }

  @Test func whatIsNotDeclaredIsNotSaid() {
    let evaluation = Self.evaluation(nil)
    #expect(AcceptableText(evaluation: evaluation).heading == nil)
    #expect(evaluation.stored.rows.allSatisfy { $0.acceptable == nil })
    #expect(!evaluation.stored.json.rendered().contains("acceptable"))
  }
}
