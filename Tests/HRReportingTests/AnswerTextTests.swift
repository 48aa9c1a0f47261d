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

  /// The sentences on the first scenario.
  private static func first(_ errors: [[Double?]], baseline: String? = nil) -> String {
    AnswerText(evaluation: evaluation(errors, baseline: baseline)).sentences.prefix(2).joined(separator: " ")
  }

  @Test func oneDetectorHasItsFigures() {
    #expect(
      Self.first([[1, 1, 1, 1, 1, 9]]).hasPrefix(
        "On clean signals, a had 83.3 % of windows within tolerance, MAE 2.33 bpm, 95 % CI "))
  }

  @Test func withoutADeclaredComparisonNobodyIsBetter() {
    let text = Self.first([[1, 1, 1, 1, 1, 9], [1, 1, 1, 1, 9, 9]])
    #expect(text.contains("a had the highest success rate (83.3 % of windows within tolerance, MAE "))
    #expect(text.contains("next is b (66.7 % of windows within tolerance)"))
    #expect(text.contains("No comparison is declared"))
  }

  @Test func equalSharesAreNoLead() {
    let text = Self.first([[2, 2, 2, 2, 2, 2], [1, 1, 1, 1, 1, 2], [9, 9, 9, 9, 9, 9]])
    #expect(text.contains("b and a had every window within tolerance"))
    #expect(text.contains("b had the smallest error of them (MAE "))
  }

  @Test func aSingleComparisonIsTheAnswer() {
    let text = Self.first([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]], baseline: "a")
    #expect(text.contains("(MAE 1.00 bpm, 95 % CI 1.00–1.00). b and a have the same MAE."))
  }

  @Test func silenceHasNoErrors() {
    let nothing = [Double?](repeating: nil, count: 6)
    #expect(
      Self.first([nothing]).hasPrefix("On clean signals, no detector answered a window that has a reference"))
  }

  @Test func theWorstRecordingIsNamed() {
    let sentences = AnswerText(evaluation: Self.evaluation([[1, 1, 1, 1, 1, 9]])).sentences
    #expect(sentences.contains("Of 6 recordings, a has its largest error on d/r6: MAE 9.00 bpm."))
  }
}
