import Foundation
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// The pulse wave in every file format.
@Suite struct RecordedTraceTests {
  private func read(_ text: String, as name: String = "one.json") throws -> RecordedTrace {
    try RecordedFile.place(Data(text.utf8), as: name) { try RecordedTrace(contentsOf: $0) }
  }

  private func problems(_ text: String, as name: String = "one.json") throws -> [Diagnostic] {
    do {
      _ = try read(text, as: name)
    } catch let diagnostics as Diagnostics {
      return diagnostics.list
    }
    return []
  }

  private static let wave = RecordedTrace.wave(
    TimeSeries(times: [0, 0.033, 0.07, 0.1], values: [0.5, -0.56, 0, 7]))

  @Test(arguments: [
    // Values of 0 need not be written in a message.
    #"{"pulse":{"rate":[{"time":1,"value":60}],"trace":[{"value":0.5},{"time":0.033,"value":-0.56},{"time":0.07},{"time":0.1,"value":"7"}]}}"#,
    #"{"cardio":{"arterial_pressure_trace":[{"value":0.5,"confidence":80},{"timestamp":"33000","value":-0.56,"stable":true},{"timestamp":70000},{"timestamp":100000,"value":7}]}}"#,
    #"{"cardio":{"arterialPressureTrace":[{"timestamp":0,"value":0.5},{"timestamp":33000,"value":-0.56},{"timestamp":70000,"value":0},{"timestamp":100000,"value":7}],"pulseRate":"of no matter"}}"#,
    // The time key gives the unit of a list, whatever the section.
    #"{"pulse":{"trace":[{"timestamp":0,"value":0.5},{"timestamp":33000,"value":-0.56},{"timestamp":70000,"value":0},{"timestamp":100000,"value":7}]}}"#,
    #"{"error":"","pulse":{"hr":{},"hr_trace":{"0.1":{"value":7},"0.033":{"value":-0.56},"0":{"value":0.5},"0.07":{"value":0}}}}"#,
    #"{"pulse":{"trace":[{"time":0,"value":0.5},{"time":0.033,"value":-0.56},{"time":0.07,"value":0},{"time":0.1,"value":7}]},"breathing":{"upperTrace":[{"time":0,"value":3}]}}"#,
  ])
  func json(text: String) throws {
    #expect(try read(text) == Self.wave)
  }

  @Test(arguments: [
    "time,value\n0,0.5\n0.033,-0.56\n\n0.07,0\n0.1,7\n",
    "time,value,confidence\r\n0,0.5,\r\n0.033,-0.56,95\r\n0.07,0,\r\n0.1,7,",
  ])
  func csv(text: String) throws {
    #expect(try read(text, as: "one.CSV") == Self.wave)
  }

  /// A breathing wave is no pulse wave, and rates are no wave.
  @Test func absenceHasItsReason() throws {
    #expect(
      try RecordedTrace(contentsOf: "/nowhere/\(UUID().uuidString).json") == .silent(.recordMissing))
    for text in [
      "{}", #"{"pulse":{}}"#, #"{"pulse":null}"#, #"{"pulse":{"trace":[]}}"#, #"{"pulse":{"trace":null}}"#,
      #"{"pulse":{"hr_trace":{}}}"#, #"{"pulse":{"rate":[{"time":1,"value":60}]}}"#,
      #"{"cardio":{"pulse_rate":[]}}"#, #"{"breathing":{"rate":[{"time":1,"value":14}],"upper_trace":[]}}"#,
      #"{"pulse":{"trace":[]},"breathing":{"upperTrace":[{"time":1,"value":1}]}}"#,
      #"{"error":"too dark","version":"3"}"#,
    ] {
      #expect(try read(text) == .silent(.recordEmpty), "\(text)")
    }
    for text in [
      #"{"breathing":{"upperTrace":[{"time":1,"value":1}]}}"#,
      #"{"breathing":{"upper_trace":[{"timestamp":1,"value":1}]},"cardio":{"pulse_rate":[]}}"#,
      #"{"pulse":{"hr":{"1":{"value":60}}},"breath":{"rr_trace":{"0":{"value":0.5}}}}"#,
    ] {
      #expect(try read(text) == .silent(.recordOtherQuantity), "\(text)")
    }
    #expect(try read("time,value\n", as: "one.csv") == .silent(.recordEmpty))
  }

  @Test(arguments: [
    ("[]", "$", "recorded output is an object with"), (#"{"heart":1}"#, "$", "this has neither"),
    (#"{"pulse":3}"#, "$.pulse", "expected an object"),
    (#"{"pulse":{},"cardio":{}}"#, "$.cardio", "which samples count is unclear"),
    (#"{"pulse":{"trace":[],"hr_trace":{}}}"#, "$.pulse.hr_trace", "which counts is unclear"),
    (#"{"pulse":{"trace":{}}}"#, "$.pulse.trace", "expected a list of samples"),
    (#"{"pulse":{"trace":[7]}}"#, "$.pulse.trace[0]", "expected a sample"),
    (#"{"pulse":{"hr_trace":[]}}"#, "$.pulse.hr_trace", "expected samples by their second"),
    (#"{"pulse":{"hr_trace":{"soon":{"value":1}}}}"#, "$.pulse.hr_trace.soon", "key is its time in seconds"),
    (#"{"pulse":{"hr_trace":{"0":null}}}"#, "$.pulse.hr_trace.0", #"expected an object with "value""#),
    (#"{"pulse":{"hr_trace":{"0":{}}}}"#, "$.pulse.hr_trace.0", #"a sample has a "value""#),
    (
      #"{"pulse":{"hr_trace":{"0.10":{"value":1},"0":{"value":1},"0.1":{"value":2}}}}"#,
      "$.pulse.hr_trace.0.1", "two samples have the time 0.1 s"
    ),
    (
      #"{"pulse":{"trace":[{"time":1,"value":1},{"time":1,"value":1}]}}"#, "$.pulse.trace[1]",
      "two samples have the time 1 s"
    ),
    (
      #"{"cardio":{"arterial_pressure_trace":[{"value":1},{"value":1}]}}"#,
      "$.cardio.arterial_pressure_trace[1]", "two samples have the time 0 s"
    ),
    (
      #"{"cardio":{"arterial_pressure_trace":[{"timestamp":2000000,"value":1},{"timestamp":1500000,"value":1},{"timestamp":1600000,"value":1}]}}"#,
      "$.cardio.arterial_pressure_trace[1]", "the times go back from 2 to 1.5 s"
    ),
    (
      #"{"pulse":{"trace":[{"time":1,"value":1},{"timestamp":1,"value":1}]}}"#, "$.pulse.trace[1]",
      "seconds or microseconds is unclear"
    ),
    (#"{"pulse":{"trace":[{"time":"late","value":1}]}}"#, "$.pulse.trace[0].time", "a time is a number"),
    (#"{"pulse":{"trace":[{"time":1,"value":null}]}}"#, "$.pulse.trace[0].value", "finite number, not null"),
    (#"{"pulse":{"trace":[{"time":1,"value":"NaN"}]}}"#, "$.pulse.trace[0].value", "a finite number"),
    (#"{"pulse":{"trace":[{"time":1,"value":"-Infinity"}]}}"#, "$.pulse.trace[0].value", "a finite number"),
    (#"{"pulse":{"trace":[{"time":1,"value":1,"value":2}]}}"#, "$.pulse.trace[0].value", "written twice"),
  ])
  func malformedJSONHasItsPlace(text: String, path: String, message: String) throws {
    let found = try problems(text)
    #expect(found.count == 1, "\(found.map(\.message))")
    #expect(found.first?.place?.path == path)
    #expect(found.first?.place?.line == 1)
    #expect(found.first?.message.contains(message) == true, "\(found.map(\.message))")
  }

  @Test(arguments: [
    ("seconds,value\n1,60\n", 1, "names the columns"),
    ("time,value\n1,1\n\n1,2\n", 4, "two samples have the time 1 s"),
    ("time,value\n1,1\n0.5,2\n3,1\n", 3, "the times go back from 1 to 0.5 s"),
    ("time,value\n1,1\n2,\n", 3, "a finite number, and not left out"),
    ("time,value\n1,1\n2,NaN\n", 3, "a finite number, and not left out"),
    ("time,value\n1,1\n,2\n3,1\n", 3, "a time is a number"),
  ])
  func malformedCSVHasItsPlace(text: String, line: Int, message: String) throws {
    let found = try problems(text, as: "one.csv")
    #expect(found.map { $0.place?.line } == [line])
    #expect(found.first?.message.contains(message) == true, "\(found.map(\.message))")
  }

  @Test func allProblemsAtOnceWithinReason() throws {
    let null = Array(repeating: #"{"time":1,"value":null}"#, count: 500).joined(separator: ",")
    #expect(try problems("{\"pulse\":{\"trace\":[\(null)]}}").count == 21)
    let rows = Array(repeating: "1,\n", count: 500).joined()
    #expect(try problems("time,value\n" + rows, as: "one.csv").count == 21)
    #expect(try problems(" \n").map(\.message) == ["the recorded output is an empty file"])
  }
}
