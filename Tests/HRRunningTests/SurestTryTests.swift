import HRRunTestSupport
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// The choice among several tries, and the samples that detectors see of each.
@Suite struct SurestTryTests {
  private static let limits = RateLimits(declared: .unbounded, measurand: .heartRate)

  private func chosen(_ tries: [Estimate]) -> Int {
    surestTry(of: tries.map { DetectorOutput(EstimateColumn([$0], within: Self.limits), nil) }).chosenTry
  }

  @Test func theSurestCounts() {
    #expect(chosen([.bpm(60, confidence: 0.2), .bpm(61, confidence: 0.9), .bpm(62, confidence: 0.5)]) == 1)
    #expect(chosen([.bpm(60, confidence: 0.2), .bpm(61, confidence: 0.9), .bpm(62, confidence: 0.9)]) == 1)
    #expect(chosen([.bpm(60), .bpm(61, confidence: 0), .bpm(62)]) == 1)
    #expect(chosen([.abstained(.noPeak), .bpm(61), .bpm(62)]) == 1)
    #expect(chosen([.abstained(.noPeak), .abstained(.flatSignal)]) == 0)
    #expect(chosen([.bpm(60), .bpm(61, confidence: .nan)]) == 0)
    // A confidence without an estimate says nothing of one.
    var sure = Estimate.abstained(.lowQuality)
    sure.confidence = 1
    #expect(chosen([sure, .bpm(60, confidence: 0.1)]) == 1)
  }

  @Test func theFirstWithAValueCounts() {
    func first(_ tries: [Estimate]) -> Int {
      TryChoice.firstValid.counting(
        of: tries.map { DetectorOutput(EstimateColumn([$0], within: Self.limits), nil) }
      ).chosenTry
    }
    #expect(first([.bpm(60, confidence: 0.2), .bpm(61, confidence: 0.9)]) == 0)
    #expect(first([.abstained(.noPeak), .bpm(61, confidence: 0.1), .bpm(62, confidence: 0.9)]) == 1)
    #expect(first([.abstained(.noPeak), .abstained(.flatSignal)]) == 0)
  }

  @Test func beatsOfAllTriesAreOneTrain() throws {
    let first = BeatTrain(detected: [1, 2, 9.95], answeredSpans: [TimeRange(start: 0, end: 10)])
    let third = BeatTrain(detected: [20.5], answeredSpans: [TimeRange(start: 20, end: 30)])
    let second = BeatTrain(detected: [10.05, 11], answeredSpans: [TimeRange(start: 10, end: 20)])
    let joined = try #require(BeatTrain(joining: [first, second, third]))
    // 10.05 is 9.95 seen from the other side.
    #expect(joined.detected == [1, 2, 9.95, 11, 20.5])
    #expect(joined.answeredSpans == [TimeRange(start: 0, end: 30)])
    #expect(
      BeatTrain(joining: [first, third])?.answeredSpans == first.answeredSpans + third.answeredSpans)
    #expect(BeatTrain(joining: []) == nil)
  }

  /// 40 s at 100 Hz from 5 s on; each sample is its number from 1.
  private let ramp = Signal(samples: (1...4000).map { Double($0) }, sampleRate: 100, startTime: 5)

  private func measured(_ plan: WindowPlan, _ pipeline: Pipeline) -> (bpm: Double, chosen: Int) {
    let windows = plan.windows(in: TimeRange(start: 5, end: 45))
    var measurements = Measurements(
      of: Channels([.ppg: .uniform(ramp)]), in: windows, by: plan, collectsBeats: true, measurand: .heartRate)
    let (output, chosen) = measurements.output { $0.output(of: pipeline) }
    return (output.estimates.cells.first?.bpm ?? 0, chosen)
  }

  /// Of samples from the window's start on: the filter counts what it is given, the streaming detector's confidence is
  /// how many samples it was pushed.
  @Test func aLaterMeasurementIsOfAnAppThatIsStartedThen() {
    func plan(_ start: Double) -> WindowPlan {
      WindowPlan(mode: .spot, windowSeconds: 10, hopSeconds: 10, startSeconds: start)
    }
    let filtered = Pipeline.window(MeanDetector.self, filtered: true)
    #expect(measured(plan(0), filtered).bpm == 500.5)
    #expect(measured(plan(20), filtered).bpm == 500.5)
    #expect(measured(plan(20), .window(MeanDetector.self)).bpm == 2500.5)
    var measurements = Measurements(
      of: Channels([.ppg: .uniform(ramp)]), in: [TimeRange(start: 25, end: 35)], by: plan(20),
      collectsBeats: true, measurand: .heartRate)
    let output = measurements.output { $0.output(of: .streaming(LatestDetector.self)) }.output
    #expect(output.estimates.cells.map(\.bpm) == [3000])
    #expect(output.estimates.cells.map(\.confidence) == [1])
    // In continuous mode it has seen all that came before.
    let later = WindowPlan(mode: .continuous, windowSeconds: 10, hopSeconds: 10, startSeconds: 20)
    #expect(measured(later, filtered).bpm == 2500.5)
  }

  /// The filter starts anew with the measurement, also on a wave that another program drew.
  @Test func aRecordedWaveBeginsThenToo() throws {
    try RecordedTraceStudy.with { study in
      func rows(from first: Double) throws -> [[EstimateColumn]] {
        try study.write(try study.message("r1") { $0 >= first }, "r1.json")
        let entry = RecordedTraceStudy.entry("fft", more: #", "filters": ["butterworth"]"#)
        return try study.rows(
          ResolverStudy.text(
            windows: #"{"windowSeconds": 10, "startSeconds": 8}"#, detectors: "[\(entry)]",
            more: #", "mode": "spot""#))
      }
      let whole = try rows(from: 0)
      #expect(whole.first?.first?.cells.map(\.hasValue) == [true])
      #expect(try rows(from: 8) == whole)
    }
  }

  @Test func everyTryIsAMeasurementOfItsOwn() {
    let plan = WindowPlan(mode: .spot, windowSeconds: 10, hopSeconds: 10, startSeconds: 5, tries: 3)
    // All equally sure: the earliest, of the 6th to the 15th second.
    let mean = measured(plan, .window(MeanDetector.self))
    #expect(mean.bpm == 1000.5 && mean.chosen == 0)
    // A detector that saw all before would be surer with each try.
    let latest = measured(plan, .streaming(LatestDetector.self))
    #expect(latest.bpm == 1500 && latest.chosen == 0)
  }

  @Test func rulesOfQualityComeBeforeTheChoice() throws {
    try ResolverStudy.with { study in
      let text = ResolverStudy.text(
        windows: #"{"windowSeconds": 8, "tries": 3}"#,
        detectors:
          #"["fft", {"label": "none", "detector": "fft", "acceptWhen": [{"quality": "skewness", "atLeast": 1000}]}]"#,
        more: #", "mode": "spot", "qualities": ["skewness"]"#)
      let experiment = try study.experiment(text, limit: 1)
      var runner = UnitRunner(experiment)
      let result = runner.result(of: experiment.units[0])
      guard case .windows(let table) = result.outcome else {
        throw Diagnostics("the unit failed")
      }
      #expect(table.ranges.map(\.start) == [0, 8, 16])
      #expect(table.rowCount == 1 && table.answerCount == 2)
      #expect(table.estimates.map { $0?.cells.count } == [1, 1])
      #expect(table.estimates[0]?.cells[0].hasValue == true)
      #expect(table.chosenTries.count == 2 && table.chosenTries[1] == 0)
      let none = try #require(table.estimates[1])
      #expect(none.outcome(of: none.cells[0]) == .abstained(.lowQuality))
      #expect(table.qualities.map(\.count) == [3])
      #expect(try UnitResult(bytes: result.bytes) == result)
    }
  }
}
