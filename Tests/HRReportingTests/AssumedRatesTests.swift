import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HRNumerics

/// Detectors that count their samples are named if the recordings have a rate other than the assumed one.
@Suite struct AssumedRatesTests {
  private func plan(
    _ channels: [String?], labels: [String] = ["peak", "fft"], more: [RunPlan.DetectorNote] = []
  ) -> RunPlan {
    RunPlan(
      hreval: "0", name: "x", description: nil, seed: 1, mode: .continuous, windowSeconds: 10,
      hopSeconds: 10, withinBPM: 5, withinPercent: nil, metrics: ["maeBPM"], strata: [],
      formats: [.markdown],
      datasets: ["phones", "clips"].map { .init(name: $0, reference: "beats", citation: nil, license: nil) },
      recordings: [], scenarios: [],
      detectors: labels.map {
        .init(
          label: $0, extractors: [], filters: [], detector: .init(definition: "x@1", parameters: []),
          assumedRate: .init(sampleRate: 30, channels: channels))
      } + [
        .init(label: "other", extractors: [], filters: [], detector: .init(definition: "x@1", parameters: []))
      ] + more)
  }

  private func facts(
    _ rates: KeyValuePairs<String, Double>, isIrregular: Bool = false
  ) -> RecordingFacts {
    RecordingFacts(
      subject: nil, metadata: [], seconds: 60,
      channels: rates.map { .init(kind: $0.key, sampleRate: $0.value, isIrregular: isIrregular) },
      files: [])
  }

  @Test func otherRatesAreTold() {
    let found = AssumedRates(
      plan(["red", "ppg"]),
      recordings: [
        (0, facts(["red": 24, "ppg": 125])), (0, facts(["red": 28.5])), (1, facts(["ppg": 60])),
      ])
    #expect(
      found.sentences == [
        "Samples counted as 30 a second whatever their times: peak, fft. phones has 24.0 to 28.5 a second, so rates come out × 1.05 to 1.25; clips has 60.0 a second, so rates come out × 0.50."
      ])
  }

  /// The median interval does not show lost samples.
  @Test func unevenRecordingsAreTold() {
    let found = AssumedRates(
      plan(["red", nil], labels: ["peak"]), recordings: [(0, facts(["red": 30], isIrregular: true))])
    #expect(
      found.sentences == [
        "Samples counted as 30 a second whatever their times: peak. phones has 30.0 a second by the median interval, so rates come out × 1.00, and higher where samples were lost."
      ])
  }

  /// The rate of a recorded wave is not known, so it is named whatever rate the recordings have.
  @Test func recordedWavesAreTold() {
    let traced = RunPlan.DetectorNote(
      label: "on the wave", extractors: [], filters: [],
      detector: .init(definition: "x@1", parameters: []),
      assumedRate: .init(sampleRate: 30, channels: [nil, nil]),
      recordedTrace: .init(definition: "recordedTrace@1", parameters: []))
    #expect(
      AssumedRates(plan([nil, nil], more: [traced]), recordings: [(0, facts(["red": 30]))]).sentences == [
        "Samples counted as 30 a second whatever their times: on the wave, of a recorded wave. Where that has not 30 a second, rates come out wrong by the ratio."
      ])
  }

  @Test func theAssumedRateIsNoNews() {
    #expect(AssumedRates(plan(["red", "red"]), recordings: [(0, facts(["red": 30.1]))]).sentences == [])
    #expect(AssumedRates(plan([nil, nil]), recordings: [(0, facts(["red": 24]))]).sentences == [])
    #expect(AssumedRates(plan(["red", "red"]), recordings: [(0, facts(["ppg": 24]))]).sentences == [])
    #expect(AssumedRates(plan(["red", "red"]), recordings: []).sentences == [])
  }

  @Test func aLabelWithACommaIsQuoted() {
    let found = AssumedRates(
      plan(["red", nil], labels: ["peak, precise"]), recordings: [(0, facts(["red": 60]))])
    #expect(
      found.sentences == [
        "Samples counted as 30 a second whatever their times: \"peak, precise\". phones has 60.0 a second, so rates come out × 0.50."
      ])
  }
}
