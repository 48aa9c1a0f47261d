import HRPlugins
import HRSignals
import HRTestSupport
import Testing

@testable import HRRunning

/// The bytes of both formats of messages. Frames are compared with those of Python's struct module.
@Suite struct ProgramWireTests {
  private func oracle(_ name: String) throws -> [UInt8] {
    let digits = Array(try #require(OracleFile.json("frames")[name]?.string))
    return try stride(from: 0, to: digits.count, by: 2).map {
      try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
    }
  }

  private func question(
    _ id: UInt64, _ start: Double, _ end: Double, _ channels: [(ChannelKind, Channel)],
    withTimes: Bool = false,
    windows: [ProgramQuestion.Asked] = []
  ) -> ProgramQuestion {
    ProgramQuestion(
      id: id, range: TimeRange(start: start, end: end),
      channels: channels.map { (kind: $0.0, channel: $0.1) },
      windows: windows, withTimes: withTimes, origin: 100)
  }

  private func even(_ samples: [Double], from start: Double = 105) -> Channel {
    .uniform(Signal(samples: samples, sampleRate: 4, startTime: start))
  }

  private func uneven(_ times: [Double], _ values: [Double]) -> Channel {
    .irregular(TimeSeries(times: times, values: values))
  }

  @Test func framesAreThoseOfAnotherProgram() throws {
    #expect(ProgramWire.frame(#"{"begin":1}"#) == (try oracle("begin")))
    let window = question(4711, 105, 105.75, [(.ppg, even([0.5, .nan, -2e300]))])
    #expect(ProgramWire.frame(window) == (try oracle("window")))
    let times = question(
      9_007_199_254_740_991, 100, 101,
      [(.red, uneven([100, 100.25], [1, 2])), (.green, uneven([100.125], [3]))], withTimes: true)
    #expect(ProgramWire.frame(times) == (try oracle("times")))
    let recording = question(
      3, 100, 102, [(.ppg, even([1, 2], from: 100))],
      windows: [
        .init(id: 7, range: TimeRange(start: 100, end: 101)),
        .init(id: 8, range: TimeRange(start: 101, end: 102)),
      ])
    #expect(ProgramWire.frame(recording) == (try oracle("recording")))
  }

  @Test func linesTellTimesFromTheFirstSample() {
    let window = question(3, 105, 125, [(.ppg, even([0.1, .nan, 2])), (.red, even([1]))])
    #expect(
      String(decoding: ProgramWire.line(window), as: UTF8.self)
        == #"{"id":3,"start":5,"end":25,"samples":{"ppg":[0.1,null,2.0],"red":[1.0]}}"# + "\n")
    let times = question(
      3, 100, 101, [(.ppg, uneven([100, 100.25], [1, 2]))], withTimes: true,
      windows: [.init(id: 9, range: TimeRange(start: 100, end: 101))])
    #expect(
      String(decoding: ProgramWire.line(times), as: UTF8.self)
        == #"{"id":3,"start":0,"end":1,"samples":{"ppg":[1.0,2.0]},"times":{"ppg":[0.0,0.25]},"#
        + #""windows":[{"id":9,"start":0,"end":1}]}"# + "\n")
  }

  private func answer(_ line: String, to id: UInt64 = 3) throws(ProgramFailure) -> ProgramAnswer {
    try ProgramAnswer(Array(line.utf8), to: id, origin: 100)
  }

  @Test func answersAreUnderstood() throws {
    guard
      case .estimate(let estimate) = try answer(#"{"id":3,"bpm":71.5,"confidence":0.25,"beats":[0.5,1.25]}"#)
    else {
      Issue.record("no estimate")
      return
    }
    #expect(estimate.bpm == 71.5 && estimate.confidence == 0.25 && estimate.beats == [100.5, 101.25])
    guard case .declined("too noisy") = try answer(#"{"id":3,"abstain":"too\nnoisy"}"#) else {
      Issue.record("not declined")
      return
    }
    guard case .samples(let samples) = try answer(#"{"id":3,"samples":[1,null,2.5]}"#) else {
      Issue.record("no samples")
      return
    }
    #expect(samples[0] == 1 && samples[1].isNaN && samples[2] == 2.5)
    for (name, confidence, beats) in [("rate", 0.25 as Double?, []), ("beats", nil, [100.5, 101.25])] {
      let frame = try oracle(name)
      guard case .estimate(let estimate) = try ProgramAnswer(4, frame[...], to: 4711, origin: 100) else {
        Issue.record("no estimate")
        return
      }
      #expect(estimate.bpm == 71.5 && estimate.confidence == confidence && estimate.beats == beats)
    }
  }

  @Test(arguments: [
    ("{", "no JSON"), ("hello", "no JSON object: hello"), ("", "no JSON object"),
    (#"{"bpm":70}"#, "has no \"id\""),
    (#"{"id":4,"bpm":70}"#, "not this question's"), (#"{"id":"3","bpm":70}"#, "not this question's"),
    (#"{"id":3}"#, "none of"), (#"{"id":3,"bpm":70,"abstain":"x"}"#, "more than one of"),
    (#"{"id":3,"bpm":"70"}"#, "not a number"), (#"{"id":3,"bpm":0}"#, "no positive number"),
    (#"{"id":3,"bpm":-70}"#, "no positive number"), (#"{"id":3,"bpm":70,"confidence":7}"#, "expected 0 to 1"),
    (#"{"id":3,"bpm":70,"confidence":"high"}"#, "not a number"),
    (#"{"id":3,"abstain":""}"#, "not a few words"),
    (#"{"id":3,"bpm":70,"beats":[2,1]}"#, "rising order"),
    (#"{"id":3,"bpm":70,"beats":[1,null]}"#, "not a number"),
    (#"{"id":3,"bpm":70,"note":1}"#, "a member \"note\""),
  ])
  func whatIsNoAnswerIsSaid(_ line: String, _ part: String) {
    #expect { _ = try answer(line) } throws: { error in
      (error as? ProgramFailure)?.reason.contains(part) ?? false
    }
  }

  @Test func framesThatAreCutOffAreRefused() throws {
    let rate = try oracle("rate")
    for count in [0, 7, 8, 23] {
      #expect(throws: ProgramFailure.self) { _ = try ProgramAnswer(4, rate[..<count], to: 4711, origin: 0) }
    }
    #expect(throws: ProgramFailure.self) { _ = try ProgramAnswer(9, rate[...], to: 4711, origin: 0) }
    #expect(throws: ProgramFailure.self) { _ = try ProgramAnswer(4, rate[...], to: 4712, origin: 0) }
  }
}
