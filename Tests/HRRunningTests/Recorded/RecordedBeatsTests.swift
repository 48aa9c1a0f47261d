import Foundation
import HRSupport
import HRPlugins
import HRRecordings
import HRSignals
import Testing

@testable import HRRunning

/// Beats and RR intervals in recorded output.
@Suite struct RecordedBeatsTests {
  private let window = TimeRange(start: 0, end: 20)
  /// Intervals of 0.75 and 0.85 s in turns, 40 of them.
  private static let intervals = (0..<40).map { $0 % 2 == 0 ? 750 : 850 }
  private static let beats = [0.0] + intervals.indices.map { Double(intervals[...$0].reduce(0, +)) / 1000 }
  private static let list = "rr_ms\n" + intervals.map { "\($0)\n" }.joined()

  private func read(_ text: String, as name: String = "one.csv", on clock: RecordingClock) throws
    -> RecordedEstimates
  {
    try RecordedFile.place(Data(text.utf8), as: name) {
      try RecordedEstimates(contentsOf: $0, of: .heartRate, on: clock)
    }
  }

  @Test func ratesFollowFromIntervals() throws {
    let recorded = try RecordedFile.read(Self.list, as: "one.csv")
    #expect(recorded.beats?.times == Self.beats)
    // 25 intervals, to the beat at 19.95 s, are wholly inside.
    let rates = [recorded.estimate(in: window), recorded.spotEstimate(in: window)].map(\.bpm)
    for rate in rates { #expect(abs(try #require(rate) - 60 * 25 / 19.95) < 1e-9) }
    // 12 s of the last window have intervals, which is less than 80 %.
    #expect(recorded.estimate(in: TimeRange(start: 20, end: 40)) == .abstained(.tooFewBeats))
    #expect(recorded.estimate(in: TimeRange(start: 40, end: 60)) == .abstained(.recordNotCovered))
    #expect(
      recorded.estimate(in: window, by: RecordedRule(minimumConfidence: 0.5))
        == .abstained(.recordNoConfidence))
    #expect(try RecordedFile.read("rr_ms\n", as: "two.csv").estimate(in: window) == .abstained(.recordEmpty))
  }

  @Test func spansOfTheTrainEndAtGaps() throws {
    let train = try #require(RecordedBeats([1, 1, 2, 3, 7, 8, 12]).train)
    #expect(train.detected == [1, 2, 3, 7, 8, 12])
    #expect(train.answeredSpans == [TimeRange(start: 1, end: 3), TimeRange(start: 7, end: 8)])
    #expect(RecordedBeats([1, 9]).train == nil)
  }

  @Test(arguments: [
    "{\"pulse\":{\"beats\":[0,0.75,1.6,2.35]}}",
    "{\"pulse\":{\"beats\":[{\"time\":0},{\"time\":0.75},{\"time\":1.6},{\"time\":2.35}]}}",
    "{\"cardio\":{\"beats\":[{\"timestamp\":0},{\"timestamp\":750000},{\"timestamp\":1600000},{\"timestamp\":2350000}]}}",
    "{\"pulse\":{\"rrIntervals\":[750,850,750]}}", "{\"cardio\":{\"rrIntervals\":[0.75,0.85,0.75]}}",
    "{\"pulse\":{\"rrIntervals\":[{\"time\":0.75,\"value\":750},{\"time\":1.6,\"value\":850},{\"time\":2.35,\"value\":750}]}}",
  ])
  func beatsOfJSON(_ text: String) throws {
    #expect(try RecordedFile.read(text).beats?.times == [0, 0.75, 1.6, 2.35])
    #expect(
      try RecordedFile.read(text, of: .breathingRate).estimate(in: window) == .abstained(.recordOtherQuantity)
    )
  }

  /// A program that gives rates beside its beats is judged by them.
  @Test func ratesComeBeforeBeats() throws {
    let recorded = try RecordedFile.read(
      "{\"pulse\":{\"rate\":[{\"time\":10,\"value\":64}],\"beats\":[1,2,3]}}")
    #expect(recorded.estimate(in: window) == .bpm(64))
    #expect(recorded.beats?.times == [1, 2, 3])
  }

  @Test(arguments: [
    ("{\"pulse\":{\"beats\":[1,\n1]}}", "beats must ascend: 1 after 1", 2),
    (
      "{\"pulse\":{\"beats\":[1,\n\"x\"]}}",
      "expected a number as in the other entries, found the text \"x\"", 2
    ),
    (
      "{\"pulse\":{\"beats\":[1],\n\"rrIntervals\":[800]}}",
      "both \"beats\" and \"rrIntervals\": which counts is unclear", 2
    ),
    ("{\"pulse\":{\"rrIntervals\":[800,-1]}}", "an RR interval must be positive, found -1 at entry 1", nil),
  ])
  func malformedBeatsHaveTheirPlace(_ text: String, _ message: String, _ line: Int?) throws {
    let found = try RecordedFile.problems(text)
    #expect(found.first?.message == message)
    #expect(found.first?.place?.line == line)
  }

  @Test func anotherHeaderSaysWhatIsRead() throws {
    let found = try RecordedFile.problems("seconds,value\n1,60\n", as: "one.csv")
    #expect(found.first?.hint?.hasSuffix("found by names such as beat_s or rr_ms") == true)
  }

  // MARK: Clocks

  @Test func beatsWithoutTimesBeginWithTheRecording() throws {
    let plain = RecordingClock(extent: TimeRange(start: 0.4, end: 60))
    #expect(try read(Self.list, on: plain).beats?.times.first == 0)
    let unix = RecordingClock(extent: TimeRange(start: 1.7e9, end: 1.7e9 + 60))
    #expect(try read(Self.list, on: unix).beats?.times.first == 1.7e9)
  }

  private func dated(_ zone: String) -> String {
    "time,rr\n"
      + (0..<20).map {
        "2026-03-02T09:00:\($0 < 10 ? "0" : "")\($0).\($0 % 2 == 0 ? "000" : "100")\(zone),\($0 % 2 == 0 ? 900 : 1100)\n"
      }
      .joined()
  }

  @Test func datesAreMovedToTheRecordingsClock() throws {
    // 10 s before the first interval ended.
    let clock = RecordingClock(
      extent: TimeRange(start: 0, end: 60), zeroMoment: "2026-03-02 08:59:50Z", zeroSeconds: 1_772_441_990)
    let beats = try #require(try read(dated("Z"), on: clock).beats?.times)
    #expect(abs(beats[1] - 10) < 1e-6 && abs(beats[2] - 11.1) < 1e-6)
    let unix =
      "timestamp,rr\n"
      + (0..<20).map { "\(1_772_442_000_000 + 1000 * $0 + $0 % 2 * 100),\($0 % 2 == 0 ? 900 : 1100)\n" }
      .joined()
    #expect(abs(try #require(try read(unix, on: clock).beats?.times[1]) - 10) < 1e-6)
  }

  @Test(arguments: [nil, "2026-03-02 08:59:50", "08:59:50"])
  func datesOfAnotherKindAreRefused(_ zero: String?) throws {
    let clock = RecordingClock(extent: TimeRange(start: 0, end: 60), zeroMoment: zero)
    do {
      _ = try read(dated("Z"), on: clock)
      Issue.record("dates are accepted beside \(zero ?? "none")")
    } catch let problems as Diagnostics {
      #expect(problems.first.message.contains("dates and times with zones"), "\(problems.first.message)")
      #expect(problems.first.hint?.contains("leave the column of times out") == true)
    }
  }

  @Test func beatsOutsideTheRecordingAreRefused() throws {
    let clock = RecordingClock(extent: TimeRange(start: 100, end: 160))
    #expect(throws: Diagnostics.self) { try read(Self.list, on: clock) }
  }
}
