import HRPlugins
import HRSignals
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

@Suite struct AnswerTextTests {
  /// Returns a run of six recordings with four windows each at 60 bpm.
  ///
  /// - Parameters:
  ///   - errors: of each detector, by recording, in beats per minute; `nil`: no answer.
  ///   - baseline: label of the detector that the others are compared with.
  private static func evaluation(_ errors: [[Double?]], baseline: String? = nil) -> Evaluation {
    let labels = ["a", "b", "c"].prefix(errors.count)
    let plan = RunPlan(
      hreval: "0", name: "x", description: nil, seed: 1, mode: .continuous, windowSeconds: 10, hopSeconds: 10,
      withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [], formats: [.html],
      datasets: [.init(name: "d", reference: "beats", citation: nil, license: nil)],
      recordings: (1...6).map { .init(dataset: 0, id: "r\($0)", subject: "s\($0)") },
      scenarios: [
        .init(
          label: "clean", family: 0, familyLabel: "clean", swept: [],
          steps: [.init(definition: "clean@1", parameters: [])], repeats: 1)
      ],
      detectors: labels.map {
        .init(label: $0, extractors: [], filters: [], detector: .init(definition: "\($0)@1", parameters: []))
      }, baseline: baseline)
    let limits = RateLimits(declared: nil, measurand: .heartRate)
    let results = plan.units.map { unit in
      UnitResult(
        unit: unit.index,
        facts: RecordingFacts(
          subject: "s\(unit.recording + 1)", metadata: [], seconds: 40, channels: [], files: []),
        outcome: .windows(
          WindowTable(
            ranges: (0..<4).map { TimeRange(start: 10 * Double($0), end: 10 * Double($0) + 10) },
            references: [WindowTable.ReferenceCell](repeating: .bpm(60), count: 4),
            estimates: errors.map { mine in
              EstimateColumn(
                [Estimate](
                  repeating: mine[unit.recording].map { .bpm(60 + $0) } ?? .abstained(.noPeak), count: 4),
                within: limits)
            })))
    }
    return Evaluation(plan: plan, results: results)
  }

  private static func first(_ errors: [[Double?]], baseline: String? = nil) -> String {
    AnswerText(evaluation: evaluation(errors, baseline: baseline)).sentences.first ?? ""
  }

  @Test func oneDetectorHasItsFigures() {
    #expect(
      Self.first([[1, 1, 1, 1, 1, 9]]).hasPrefix(
        "In clean, a is right in 83.3 % of all windows, 2.33 bpm off on average"))
  }

  @Test func withoutADeclaredComparisonNobodyIsBetter() {
    let text = Self.first([[1, 1, 1, 1, 1, 9], [1, 1, 1, 1, 9, 9]])
    #expect(text.contains("a has the most right answers (83.3 % of all windows"))
    #expect(text.contains("next comes b (66.7 %)"))
    #expect(text.contains("No comparison is declared"))
  }

  @Test func equalSharesAreNoLead() {
    let text = Self.first([[2, 2, 2, 2, 2, 2], [1, 1, 1, 1, 1, 2], [9, 9, 9, 9, 9, 9]])
    #expect(text.contains("2 detectors have equally many right answers, the most (100.0 % of all windows)"))
    #expect(text.contains("of these b has the smallest error"))
  }

  @Test func aSingleComparisonIsTheAnswer() {
    let text = Self.first([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]], baseline: "a")
    #expect(text.hasPrefix("In clean, b against a: the same MAE"))
  }

  @Test func silenceHasNoErrors() {
    let nothing = [Double?](repeating: nil, count: 6)
    #expect(Self.first([nothing]).hasPrefix("Nothing can be said of errors: no detector answered"))
  }

  @Test func theWorstRecordingIsNamed() {
    let sentences = AnswerText(evaluation: Self.evaluation([[1, 1, 1, 1, 1, 9]])).sentences
    #expect(sentences.contains("Of 6 recordings it does worst on d/r6: 9.00 bpm."))
  }
}
