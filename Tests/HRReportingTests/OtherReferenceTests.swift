import HRPlugins
import HRSignals
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Text of pages and `windows.csv` on the detectors behind a reference.
@Suite struct OtherReferenceTests {
  private static let limits = RateLimits(declared: nil, measurand: .heartRate)

  /// Returns a run of two detectors, a and b. The detectors xqrs and yes behind the reference disagree in the third
  /// window.
  private static func evaluation(
    disputed: Bool = true, detectors: [String] = ["a", "b"], withDetectors: Bool = true
  ) -> Evaluation {
    let plan = RunPlan(
      hreval: "0", name: "r", description: nil, seed: 1, mode: .continuous, windowSeconds: 10, hopSeconds: 10,
      withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [], formats: [.csv],
      datasets: [.init(name: "d", reference: "ecg", citation: nil, license: nil)],
      recordings: [.init(dataset: 0, id: "r1", subject: nil), .init(dataset: 0, id: "r2", subject: nil)],
      scenarios: [.init(label: "clean", family: 0, familyLabel: "clean", swept: [], steps: [], repeats: 1)],
      detectors: detectors.map {
        .init(
          label: $0, extractors: [], filters: [], detector: .init(definition: "\($0)@1", parameters: []))
      })
    let table = WindowTable(
      ranges: (0..<3).map { TimeRange(start: 10 * Double($0), end: 10 * Double($0) + 10) },
      references: [.bpm(60), .bpm(61), disputed ? .none("detectorsDisagree") : .bpm(80)],
      estimates: [
        EstimateColumn([.bpm(61), .bpm(62), .bpm(80)], within: limits),
        EstimateColumn([.bpm(62), .bpm(63), .bpm(70)], within: limits),
      ].prefix(detectors.count).map { $0 },
      referenceDetectors: withDetectors
        ? [
          .init(name: "xqrs", ratesBPM: [60, 61, 80]),
          .init(name: "yes", ratesBPM: [60, nil, disputed ? 68 : 80]),
        ] : [])
    return Evaluation(
      plan: plan,
      results: [
        UnitResult(unit: 0, facts: .unknown, outcome: .windows(table)),
        UnitResult(unit: 1, facts: .unknown, outcome: .failed("torn")),
      ])
  }

  /// Returns the blocks without the blanks that pad cells.
  private static func text(_ evaluation: Evaluation) -> String? {
    OtherReferenceTables(evaluation, rows: evaluation.rows)?.blocks.markdown.split(separator: " ")
      .joined(separator: " ")
  }

  @Test func anotherReferenceMayTurnTheOrderOver() throws {
    let text = try #require(Self.text(Self.evaluation()))
    // Together a errs by 1 and b by 2; for xqrs alone by 2/3 and 14/3; for yes alone by 6.5 and 2.
    #expect(text.contains("| a | 1.00 (1) | 0.67 (1) | 6.50 (2) |"))
    #expect(text.contains("| b | 2.00 (2) | 4.67 (2) | 2.00 (1) |"))
    #expect(
      text.contains(
        "Pairs of detectors whose order of MAE is the other way round: under yes alone 1 of 1 pair, and the least MAE is that of b, not of a. An order of figures"
      ))
    #expect(text.contains("| a | xqrs | 2 | 1.00 | 1 | 0.00 |"))
    #expect(text.contains("| b | yes | 1 | 2.00 | 1 | 2.00 |"))
  }

  @Test func sentencesOfWhatIsNotThere() throws {
    let agreed = try #require(Self.text(Self.evaluation(disputed: false)))
    #expect(agreed.contains("The order of MAE is the same under each of them."))
    #expect(agreed.contains("No answered window was left out because they disagree."))
    let one = try #require(Self.text(Self.evaluation(detectors: ["a"])))
    #expect(one.contains("There are no two detectors to put in order."))
    #expect(Self.text(Self.evaluation(withDetectors: false)) == nil)
  }

  @Test func theMethodsSayHowFarApartTheyAre() {
    let text = MethodsSection(evaluation: Self.evaluation()).blocks.markdown
    #expect(text.contains("(0.00 bpm in 1 window, 6.00 bpm in 2 windows)"))
    #expect(
      !MethodsSection(evaluation: Self.evaluation(withDetectors: false)).blocks.markdown.contains("spread"))
  }

  @Test func windowsEndWithClusterErrorAndRates() throws {
    let evaluation = Self.evaluation()
    let lines = try WindowsCSV(evaluation: evaluation).text(of: evaluation.results).split(separator: "\n")
    #expect(lines[0].hasSuffix(",dataset,cluster,errorBPM,referenceXqrsBPM,referenceYesBPM"))
    #expect(lines[1].hasSuffix(",d,r1,1,60,60") && lines[2].hasSuffix(",d,r1,1,61,"))
    // A window without a reference has no error, but the rates of both.
    #expect(lines[3].hasSuffix(",noReference:detectorsDisagree,,,d,r1,,80,68"))
    #expect(lines[7].hasSuffix("failed:torn,,,d,,,,"))
    #expect(Set(lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }) == [18])
    let without = Self.evaluation(withDetectors: false)
    let plain = try WindowsCSV(evaluation: without).text(of: without.results).split(separator: "\n")
    #expect(plain[0].hasSuffix(",cluster,errorBPM") && plain[1].hasSuffix(",d,r1,1"))
  }
}
