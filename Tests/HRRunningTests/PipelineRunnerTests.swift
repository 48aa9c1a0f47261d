import Foundation
@testable import HRDetectors
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

@Suite struct PipelineRunnerTests {
  /// 40 s at 100 Hz from 5 s on; each sample is its number from 1.
  private let ramp = Signal(samples: (1...4000).map { Double($0) }, sampleRate: 100, startTime: 5)
  private let windows = TimeRange(start: 5, end: 45).windows(windowSeconds: 10, hopSeconds: 10)

  private func runner(_ channel: Channel) -> PipelineRunner {
    PipelineRunner(
      channels: Channels([.ppg: channel]), windows: windows, mode: .continuous,
      collectsBeats: true, measurand: .heartRate)
  }

  private func column(_ pipeline: Pipeline, _ channel: Channel) -> EstimateColumn {
    var runner = runner(channel)
    return runner.output(of: pipeline).estimates
  }

  private func rates(_ column: EstimateColumn) -> [Double] { column.cells.map(\.bpm) }

  @Test func windowsStartAtTheFirstSampleAndAreFull() {
    let plan = WindowPlan(mode: .continuous, windowSeconds: 10, hopSeconds: 4)
    func starts(_ end: Double) -> [Double] { plan.windows(in: TimeRange(start: 5, end: end)).map(\.start) }
    #expect(starts(27) == [5, 9, 13, 17])
    #expect(starts(27 - 5e-7) == [5, 9, 13, 17])
    #expect(starts(27 - 2e-6) == [5, 9, 13])
    #expect(starts(14.9) == [])
    #expect(plan.windows(in: TimeRange(start: 5, end: 27)).allSatisfy { $0.duration == 10 })
  }

  @Test func spotModeHasOneWindow() {
    let range = TimeRange(start: 5, end: 27)
    #expect(
      WindowPlan(mode: .spot, windowSeconds: 10, hopSeconds: 10).windows(in: range)
        == [TimeRange(start: 5, end: 15)])
    #expect(WindowPlan(mode: .spot, windowSeconds: nil, hopSeconds: 1).windows(in: range) == [range])
    #expect(WindowPlan(mode: .spot, windowSeconds: 30, hopSeconds: 30).windows(in: range) == [])
  }

  @Test func windowDetectorsSeeTheirWindowOnly() {
    let column = column(.window(MeanDetector.self), .uniform(ramp))
    #expect(rates(column) == [500.5, 1500.5, 2500.5, 3500.5])
    #expect(column.cells.allSatisfy { $0.confidence == 1 })
  }

  @Test func aStreamingReadingExcludesTheSampleAtTheEnd() {
    let even = rates(column(.streaming(LatestDetector.self), .uniform(ramp)))
    #expect(even == [1000, 2000, 3000, 4000])
    // A sample within the slack of the window's end is at the end.
    var times = (0..<4000).map { ramp.time(at: $0) }
    times[1000] -= 5e-7
    times[2000] -= 2e-6
    let series = TimeSeries(times: times, values: ramp.samples)
    let near = rates(column(.streaming(LatestDetector.self), .irregular(series)))
    #expect(near == [1000, 2001, 3000, 4000])
  }

  /// The parameters decide how a detector gets its frames: 24 a second as recorded, or put on 30.
  @Test(arguments: [("published", 90.0), ("corrected", 72)])
  func framesAreFedAsTheParametersSay(_ timeStamps: String, _ bpm: Double) throws {
    let entry = try #require(Catalog<DetectorEntry>.builtIn["peak.swasthicare"])
    let detector = try entry.make(
      ParameterValues([ParameterValues.Entry("timeStamps", .choice(timeStamps))]))
    let pipeline = Pipeline(
      extractors: [
        .init(
          info: ContactExtractor.info, inputs: ContactExtractor.inputs,
          extractor: .plugin(ContactExtractor(parameters: NoParameters())))
      ],
      filters: [], info: entry.info, parameters: ParameterValues(), inputs: entry.inputs, optionalInputs: [],
      detector: .plugin(detector))
    let wave = (0..<960).map { 200 + 5 * sin(2 * Double.pi * 1.2 * Double($0) / 24) }
    let times = (0..<960).map { 5 + Double($0) / 24 }
    for channel in [
      Channel.uniform(Signal(samples: wave, sampleRate: 24, startTime: 5)),
      .irregular(TimeSeries(times: times, values: wave)),
    ] {
      #expect(rates(column(pipeline, channel)) == [bpm, bpm, bpm, bpm])
    }
  }

  @Test func filtersRunOverTheWholeRecordingAtTheDetectorsRate() {
    // At 100 Hz the k-th window holds samples 1000 k + 1 to 1000 k + 1000 of the filter's output.
    let fast = rates(column(.window(MeanDetector.self, filtered: true), .uniform(ramp)))
    #expect(fast == [500.5, 1500.5, 2500.5, 3500.5])
    // At 10 Hz the k-th window has samples 100 k + 1 to 100 k + 100.
    let slow = rates(column(.window(SlowMeanDetector.self, filtered: true), .uniform(ramp)))
    #expect(slow == [50.5, 150.5, 250.5, 350.5])
  }

  @Test func irregularChannelsAreResampledByTime() throws {
    // Every tenth sample is left out, and there is a gap: values still grow with time, 10 per second.
    let kept = (0..<4000).filter { $0 % 10 != 3 && !(1200..<1230).contains($0) }
    let series = TimeSeries(
      times: kept.map { 5 + Double($0) / 100 }, values: kept.map { 10 * (5 + Double($0) / 100) })
    let column = column(.window(SlowMeanDetector.self), .irregular(series))
    // 100 samples, the first at the window's start: the mean time is 4.95 s after it.
    for (cell, window) in zip(column.cells, windows) {
      #expect(abs(cell.bpm - 10 * (window.start + 4.95)) < 1e-6)
    }
  }

  @Test func windowsTheChannelDoesNotCoverAreNotJudged() {
    let short = Signal(samples: Array(ramp.samples.prefix(2500)), sampleRate: 100, startTime: 5)
    let column = column(.window(MeanDetector.self), .uniform(short))
    #expect(
      column.cells.map { column.outcome(of: $0).text }
        == ["value", "value", "abstained:notCovered", "abstained:notCovered"])
    // Two samples too few at the end are accepted.
    let almost = Signal(samples: Array(ramp.samples.dropLast(2)), sampleRate: 100, startTime: 5)
    let second = self.column(.window(MeanDetector.self), .uniform(almost))
    #expect(second.cells.allSatisfy { $0.hasValue })
  }

  /// Optional channels are passed raw, separately, and only if the recording has them.
  @Test func optionalChannelsAreFedWhereThereAreSome() {
    let pipeline = Pipeline.window(SecondWaveDetector.self, filtered: true)
    var second = ramp
    for index in second.samples.indices { second.samples[index] += 7 }
    func rates(_ channel: Channel?) -> [Double] {
      var channels = Channels([.ppg: .uniform(ramp)])
      channels[.ppg2] = channel
      var runner = PipelineRunner(
        channels: channels, windows: windows, mode: .continuous, collectsBeats: false, measurand: .heartRate)
      return self.rates(runner.output(of: pipeline).estimates)
    }
    #expect(rates(.uniform(second)) == [8, 1008, 2008, 3008])
    #expect(rates(nil) == [1, 1, 1, 1])
    #expect(rates(.irregular(TimeSeries(times: [5], values: [1]))) == [1, 1, 1, 1])
    #expect(pipeline.channels(for: [.ppg, .ppg2, .ecg]) == [.ppg, .ppg2])
    #expect(pipeline.channels(for: [.ppg, .ecg]) == [.ppg])
    #expect(pipeline.channels(for: [.ppg2]) == nil)
  }

  @Test func componentsAreComputedOnce() {
    let count = CallCount()
    CallCount.$current.withValue(count) {
      var shared = runner(.uniform(ramp))
      let outputs = [
        shared.output(of: .window(CountingComposite.self)), shared.output(of: .window(CountingDetector.self)),
        shared.output(of: .window(CountingComposite.self)),
      ]
      #expect(
        outputs.map { $0.estimates.cells.map(\.bpm) }
          == [160, 80, 160].map { Array(repeating: $0, count: 4) })
    }
    #expect(count.value == 4)
    CallCount.$current.withValue(count) {
      var shared = runner(.uniform(ramp))
      _ = shared.output(of: .window(CountingDetector.self, filtered: true))
      _ = shared.output(of: .window(CountingDetector.self))
    }
    #expect(count.value == 12, "another filter is another signal")
  }

  @Test func detectorsThatShareAnExtractorDoNotDisturbEachOther() {
    let pipelines: [Pipeline] = [
      .window(MeanDetector.self), .window(ContactDetector.self), .streaming(LatestDetector.self),
      .window(SlowMeanDetector.self),
    ]
    let alone = pipelines.map { column($0, .uniform(ramp)) }
    #expect(rates(alone[1]) == [100, 50, 50, 50])
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 1, 0, 3]] {
      var shared = runner(.uniform(ramp))
      for index in order {
        let column = shared.output(of: pipelines[index]).estimates
        #expect(column == alone[index], "detector \(index) in \(order)")
      }
    }
  }

  @Test func whatCannotBeFedFailsWithAReason() {
    var runner = PipelineRunner(
      channels: Channels([.green: .uniform(ramp)]), windows: windows, mode: .continuous,
      collectsBeats: true, measurand: .heartRate)
    let column = runner.output(of: .window(MeanDetector.self)).estimates
    #expect(column.cells.count == 4)
    #expect(column.reasons == [.failed("the recording lacks the channels of every extractor")])
    func reasons(_ pipeline: Pipeline) -> [String] {
      self.column(pipeline, .irregular(TimeSeries(times: [5], values: [1]))).reasons.map(\.text)
    }
    #expect(reasons(.window(MeanDetector.self)) == ["failed:too few samples in ppg"])
    #expect(reasons(.window(MeanDetector.self, filtered: true)) == ["failed:too few samples to filter"])
    #expect(reasons(.streaming(LatestDetector.self)) == ["failed:too few samples in ppg"])
  }

  @Test func windowDetectorsAnswerForTheMiddleAndStreamingOnesForTheEnd() {
    // A train of one beat per second, as each kind of detector gives it in overlapping windows of 10 s.
    let windows = TimeRange(start: 5, end: 45).windows(windowSeconds: 10, hopSeconds: 5)
    var runner = PipelineRunner(
      channels: Channels([.ppg: .uniform(ramp)]), windows: windows, mode: .continuous, collectsBeats: true,
      measurand: .heartRate)
    let seconds = (5..<45).map { Double($0) + 0.5 }
    let central = runner.output(of: .window(SecondsDetector.self)).train
    #expect(central == BeatTrain(detected: seconds, answeredSpans: [TimeRange(start: 5, end: 45)]))
    // It remembers 4 s: of the first window the last four beats, and of the others four of five.
    let newest = runner.output(of: .streaming(NewestSecondsDetector.self)).train
    #expect(newest?.detected == seconds.filter { (Int($0) - 5) % 5 > 0 && $0 > 11 })
    #expect(newest?.answeredSpans.first == TimeRange(start: 11.5, end: 15))
    #expect(newest?.answeredSpans.count == 7)
    #expect(runner.output(of: .window(MeanDetector.self)).train == nil)
    var unasked = PipelineRunner(
      channels: Channels([.ppg: .uniform(ramp)]), windows: windows, mode: .continuous, collectsBeats: false,
      measurand: .heartRate)
    let silent = unasked.output(of: .window(SecondsDetector.self))
    #expect(silent.train == nil)
    #expect(silent.estimates == runner.output(of: .window(SecondsDetector.self)).estimates)
  }

  @Test func ratesThatAreNoneHaveNoBeats() {
    var runner = runner(.uniform(ramp))
    // A rate of zero is a failure, whatever beats come with it.
    let output = runner.output(of: .window(StoppedDetector.self))
    #expect(output.estimates.cells.allSatisfy { !$0.hasValue })
    #expect(output.train == nil)
  }
}
