import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// Rules for the readings that count.
@Suite struct RecordedRuleTests {
  private let window = TimeRange(start: 10, end: 20)
  /// One reading of 60 before the window; in it 62 stable, 64 of low confidence, 66 without any, the last two not
  /// stable.
  private let readings: [RecordedEstimates.Reading] = [
    .init(time: 9, bpm: 60, confidence: 1, stable: true),
    .init(time: 12, bpm: 62, confidence: 0.7, stable: true),
    .init(time: 15, bpm: 64, confidence: 0.2, stable: false), .init(time: 18, bpm: 66),
  ]

  private func said(
    upTo count: Int = 4, strict: RecordedEstimates.Strict = .absent, _ rule: RecordedRule,
    in range: TimeRange? = nil
  ) -> (continuous: Estimate, spot: Estimate) {
    let recorded = RecordedEstimates(readings: Array(readings.prefix(count)), strict: strict)
    return (
      recorded.estimate(in: range ?? window, by: rule), recorded.spotEstimate(in: range ?? window, by: rule)
    )
  }

  @Test func anyReadingOrStableOnesOnly() {
    #expect(said(RecordedRule()).continuous == .bpm(66))
    #expect(said(RecordedRule(stable: .only)).continuous == .bpm(62, confidence: 0.7))
    #expect(said(RecordedRule(stable: .only)).spot == .bpm(62, confidence: 0.7))
    // The stable reading is before the window, or there is none at all.
    let late = TimeRange(start: 13, end: 20)
    #expect(said(RecordedRule(stable: .only), in: late).continuous == .abstained(.recordNotStable))
    #expect(said(RecordedRule(), in: late).continuous == .bpm(66))
    #expect(
      RecordedEstimates(readings: [.init(time: 15, bpm: 64)]).estimate(
        in: window, by: RecordedRule(stable: .only))
        == .abstained(.recordNotStable))
    // An uncovered window and an empty record keep their own reasons.
    let after = TimeRange(start: 30, end: 40)
    #expect(said(RecordedRule(stable: .only), in: after).continuous == .abstained(.recordNotCovered))
    #expect(said(upTo: 0, RecordedRule(stable: .only)).continuous == .abstained(.recordEmpty))
  }

  @Test func edgesOfTheWindowHoldForStableReadings() {
    let recorded = RecordedEstimates(readings: [
      .init(time: 10, bpm: 60, stable: true), .init(time: 12, bpm: 61),
      .init(time: 20, bpm: 62, stable: true),
    ])
    let stable = RecordedRule(stable: .only)
    #expect(recorded.estimate(in: TimeRange(start: 10.0000005, end: 20), by: stable) == .bpm(60))
    #expect(
      recorded.estimate(in: TimeRange(start: 10.00001, end: 20), by: stable) == .abstained(.recordNotStable))
    #expect(recorded.estimate(in: TimeRange(start: 10.00001, end: 20.1), by: stable) == .bpm(62))
  }

  /// If the latest stable reading has no value, an older one does not replace it.
  @Test func theLatestStableReadingCounts() {
    let recorded = RecordedEstimates(readings: [
      .init(time: 11, bpm: 60, stable: true), .init(time: 14, bpm: nil, stable: true),
      .init(time: 16, bpm: 65),
    ])
    #expect(recorded.estimate(in: window, by: RecordedRule(stable: .only)) == .abstained(.recordZero))
  }

  @Test func readingsBelowTheFloorAreNoEstimates() {
    #expect(said(upTo: 2, RecordedRule(minimumConfidence: 0.7)).continuous == .bpm(62, confidence: 0.7))
    #expect(
      said(upTo: 2, RecordedRule(minimumConfidence: 0.71)).continuous == .abstained(.recordLowConfidence))
    // An older reading with sufficient confidence does not replace the latest.
    #expect(
      said(upTo: 3, RecordedRule(minimumConfidence: 0.5)).continuous == .abstained(.recordLowConfidence))
    #expect(said(upTo: 3, RecordedRule(minimumConfidence: 0.5)).spot == .abstained(.recordLowConfidence))
    #expect(said(RecordedRule(minimumConfidence: 0.01)).continuous == .abstained(.recordNoConfidence))
    #expect(said(RecordedRule(minimumConfidence: 0)).continuous == .bpm(66))
    let both = RecordedRule(stable: .only, minimumConfidence: 0.5)
    #expect(said(both).continuous == .bpm(62, confidence: 0.7))
    #expect(
      said(RecordedRule(stable: .only, minimumConfidence: 0.9)).continuous == .abstained(.recordLowConfidence)
    )
    // For a value of 0, the confidence does not matter.
    let zero = RecordedEstimates(readings: [.init(time: 15, bpm: nil, confidence: 0)])
    #expect(zero.estimate(in: window, by: RecordedRule(minimumConfidence: 0.5)) == .abstained(.recordZero))
  }

  @Test func strictValuesInSpotMode() {
    let given = RecordedEstimates.Strict.given(63)
    #expect(said(strict: given, RecordedRule()).spot == .bpm(63))
    #expect(said(strict: given, RecordedRule(strict: .only)).spot == .bpm(63))
    #expect(said(strict: given, RecordedRule(strict: .never)).spot == .bpm(66))
    for strict in RecordedRule.Strict.allCases {
      #expect(said(strict: given, RecordedRule(strict: strict)).continuous == .bpm(66))
    }
    #expect(said(RecordedRule()).spot == .bpm(66))
    #expect(said(RecordedRule(strict: .only)).spot == .abstained(.recordNotStrict))
    #expect(said(RecordedRule(strict: .never)).spot == .bpm(66))
    // The value is given, but empty.
    #expect(said(strict: .given(nil), RecordedRule()).spot == .abstained(.recordZero))
    #expect(said(strict: .given(nil), RecordedRule(strict: .only)).spot == .abstained(.recordZero))
    #expect(said(strict: .given(nil), RecordedRule(strict: .never)).spot == .bpm(66))
  }

  /// Rules for readings of the series do not apply to the strict value, which has neither stability nor confidence.
  @Test func rulesOfTheSeriesAreOfTheSeries() {
    let demanding = RecordedRule(stable: .only, minimumConfidence: 0.9)
    #expect(said(strict: .given(63), demanding).spot == .bpm(63))
    #expect(said(demanding).spot == .abstained(.recordLowConfidence))
    var never = demanding
    never.strict = .never
    #expect(said(strict: .given(63), never).spot == .abstained(.recordLowConfidence))
  }

  @Test func withoutAFileThereIsOneReason() throws {
    let missing = try RecordedEstimates(contentsOf: "/nowhere/readings.json", of: .breathingRate)
    for strict in RecordedRule.Strict.allCases {
      let rule = RecordedRule(stable: .only, strict: strict, minimumConfidence: 0.5)
      #expect(missing.estimate(in: window, by: rule) == .abstained(.recordMissing))
      #expect(missing.spotEstimate(in: window, by: rule) == .abstained(.recordMissing))
    }
  }

  /// As in protobuf's output, a false `stable` and a missing confidence are left out.
  @Test func filesMarkWhatIsStable() throws {
    let text = """
      {"breathing": {"rate": [{"timestamp": 11000000, "value": 14, "confidence": 62.5, "stable": true},
        {"timestamp": 14000000, "value": 15, "confidence": 12}, {"timestamp": 17000000, "value": 16}]}}
      """
    let recorded = try RecordedFile.read(text, of: .breathingRate)
    #expect(recorded.estimate(in: window, by: RecordedRule(stable: .only)) == .bpm(14, confidence: 0.625))
    #expect(
      recorded.estimate(in: window, by: RecordedRule(stable: .only, minimumConfidence: 0.63))
        == .abstained(.recordLowConfidence))
    #expect(
      recorded.estimate(in: window, by: RecordedRule(minimumConfidence: 0.1))
        == .abstained(.recordNoConfidence))
    #expect(
      recorded.estimate(in: TimeRange(start: 10, end: 16), by: RecordedRule(minimumConfidence: 0.12))
        == .bpm(15, confidence: 0.12))
  }
}
