import Foundation
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// The heart rate in every file format, by the default rule.
@Suite struct RecordedEstimatesTests {
  private let window = TimeRange(start: 0, end: 20)

  @Test func olderProtobuf() throws {
    let recorded = try RecordedFile.read(
      """
      {"pulse":{"rate":[{"time":10.0,"value":58.9,"confidence":0.95,"stable":true},
        {"time":12.5,"value":61,"stable":false},{"time":20,"value":70}],
        "trace":[{"time":0,"value":0.1}],"strict":{"value":59.5}},"breathing":{"rate":[{"time":1,"value":14}]}}
      """)
    #expect(recorded.readings.count == 3)
    #expect(recorded.readings[1].stable == false)
    #expect(recorded.estimate(in: window).bpm == 61)
    #expect(recorded.estimate(in: TimeRange(start: 0, end: 12)) == .bpm(58.9, confidence: 0.95))
    #expect(recorded.spotEstimate(in: window).bpm == 59.5)
  }

  @Test(arguments: ["pulse_rate", "pulseRate"])
  func newerProtobufInMicroseconds(key: String) throws {
    let recorded = try RecordedFile.read(
      """
      {"cardio":{"\(key)":[{"timestamp":10500000,"value":58.9,"confidence":0.9,"stable":true},
        {"timestamp":"11500000","value":"NaN"},{"value":66}]},"breathing":{"rate":[]}}
      """)
    #expect(recorded.readings.map(\.time) == [0, 10.5, 11.5])
    #expect(recorded.estimate(in: TimeRange(start: 1, end: 11)).bpm == 58.9)
    #expect(recorded.estimate(in: window) == .abstained(.recordZero))
    #expect(recorded.spotEstimate(in: TimeRange(start: 1, end: 11)).bpm == 58.9)
  }

  @Test func webServiceKeysInAnyOrder() throws {
    let recorded = try RecordedFile.read(
      """
      {"error":"","version":"3.10.1","pulse":{"hr":{"100":{"value":80},"9":{"value":57},"10":{"value":58.9,"confidence":0.95},
        "11":null},"hr_trace":{"0.033":{"value":0.56}}},"breathing":{"rr":{"10":{"value":14}}}}
      """)
    #expect(recorded.readings.map(\.time) == [9, 10, 11, 100])
    #expect(recorded.estimate(in: TimeRange(start: 0, end: 11)) == .bpm(58.9, confidence: 0.95))
    #expect(recorded.estimate(in: window) == .abstained(.recordZero))
    #expect(recorded.estimate(in: TimeRange(start: 95, end: 115)).bpm == 80)
  }

  @Test func csv() throws {
    let recorded = try RecordedFile.read(
      "\u{FEFF}time,value,confidence\r\n12,62,\r\n10,58.9,0.95\r\n\r\n14,0,0.1\r\n16,,\r\n", as: "one.CSV")
    #expect(recorded.readings.map(\.time) == [10, 12, 14, 16])
    #expect(recorded.estimate(in: TimeRange(start: 0, end: 11)) == .bpm(58.9, confidence: 0.95))
    #expect(recorded.estimate(in: TimeRange(start: 0, end: 13)) == .bpm(62))
    #expect(recorded.estimate(in: TimeRange(start: 0, end: 15)) == .abstained(.recordZero))
    #expect(recorded.estimate(in: window) == .abstained(.recordZero))
    #expect(try RecordedFile.read("time,value\n1,60", as: "two.csv").estimate(in: window) == .bpm(60))
    #expect(
      try RecordedFile.read("time,value\n", as: "two.csv").estimate(in: window) == .abstained(.recordEmpty))
  }

  @Test func windowEdgesAllowAMicrosecondOfRounding() {
    let recorded = RecordedEstimates(readings: [.init(time: 10, bpm: 60), .init(time: 20, bpm: 70)])
    #expect(recorded.estimate(in: TimeRange(start: 10, end: 20)).bpm == 60)
    #expect(recorded.estimate(in: TimeRange(start: 10.0000005, end: 20.0000005)).bpm == 60)
    #expect(recorded.estimate(in: TimeRange(start: 10.00001, end: 20.00001)).bpm == 70)
    #expect(recorded.estimate(in: TimeRange(start: 10.00001, end: 20)) == .abstained(.recordNotCovered))
    #expect(recorded.estimate(in: TimeRange(start: 30, end: 40)) == .abstained(.recordNotCovered))
    #expect(recorded.estimate(in: TimeRange(start: 0, end: 10)) == .abstained(.recordNotCovered))
  }

  @Test func ofEqualTimesTheLastWrittenCounts() {
    let recorded = RecordedEstimates(readings: [
      .init(time: 5, bpm: 60), .init(time: 5, bpm: 61), .init(time: 4, bpm: 62),
    ])
    #expect(recorded.estimate(in: window).bpm == 61)
  }

  @Test func absenceHasItsReason() throws {
    let missing = try RecordedEstimates(contentsOf: "/nowhere/\(UUID().uuidString).json", of: .heartRate)
    #expect(missing.estimate(in: window) == .abstained(.recordMissing))
    #expect(missing.spotEstimate(in: window) == .abstained(.recordMissing))
    let empty = [
      "{}", "{\"pulse\":{}}", "{\"pulse\":null}", "{\"pulse\":{\"rate\":[]}}",
      "{\"cardio\":{\"pulse_rate\":null}}",
      "{\"pulse\":{\"hr\":{}}}", "{\"error\":\"too dark\",\"version\":\"3\"}", "{\"breathing\":{}}",
      "{\"face\":{\"blinking\":[]}}",
      "{\"breathing\":{\"rate\":[]}}",
      "{\"pulse\":{\"rate\":[]},\"breathing\":{\"rate\":[{\"time\":1,\"value\":14}]}}",
    ]
    for text in empty {
      #expect(try RecordedFile.read(text).estimate(in: window) == .abstained(.recordEmpty), "\(text)")
    }
    for value in ["{\"time\":3,\"value\":0}", "{\"time\":3,\"value\":null}", "{\"time\":3}"] {
      let recorded = try RecordedFile.read("{\"pulse\":{\"rate\":[{\"time\":2,\"value\":70},\(value)]}}")
      #expect(recorded.estimate(in: window) == .abstained(.recordZero), "\(value)")
    }
    for strict in ["{\"value\":0}", "{\"value\":null}", "{}"] {
      let recorded = try RecordedFile.read(
        "{\"pulse\":{\"rate\":[{\"time\":2,\"value\":70}],\"strict\":\(strict)}}")
      #expect(recorded.spotEstimate(in: window) == .abstained(.recordZero), "\(strict)")
      #expect(recorded.estimate(in: window).bpm == 70)
    }
    let unstrict = try RecordedFile.read("{\"pulse\":{\"rate\":[{\"time\":2,\"value\":70}],\"strict\":null}}")
    #expect(unstrict.spotEstimate(in: window).bpm == 70)
  }

  @Test(arguments: [
    ("{\"pulse\":{\"rate\":[", nil), ("[]", "$"), ("{\"heart\":1}", "$"), ("{\"pulse\":3}", "$.pulse"),
    ("{\"pulse\":{\"rate\":{}}}", "$.pulse.rate"), ("{\"pulse\":{\"hr\":[]}}", "$.pulse.hr"),
    ("{\"pulse\":{\"rate\":[{\"time\":1,\"value\":-4}]}}", "$.pulse.rate[0].value"),
    ("{\"pulse\":{\"rate\":[{\"time\":1,\"value\":\"high\"}]}}", "$.pulse.rate[0].value"),
    ("{\"pulse\":{\"rate\":[{\"time\":\"soon\",\"value\":60}]}}", "$.pulse.rate[0].time"),
    ("{\"pulse\":{\"rate\":[{\"time\":1,\"value\":60,\"confidence\":95}]}}", "$.pulse.rate[0].confidence"),
    ("{\"pulse\":{\"rate\":[{\"time\":1,\"value\":60,\"stable\":1}]}}", "$.pulse.rate[0].stable"),
    ("{\"pulse\":{\"rate\":[7]}}", "$.pulse.rate[0]"), ("{\"pulse\":{\"strict\":60}}", "$.pulse.strict"),
    ("{\"pulse\":{},\"cardio\":{}}", "$.cardio"), ("{\"pulse\":{\"rate\":[],\"hr\":{}}}", "$.pulse.hr"),
    ("{\"pulse\":{},\"pulse\":{}}", "$.pulse"),
  ])
  func malformedJSONHasItsPlace(text: String, path: String?) throws {
    let found = try RecordedFile.problems(text)
    #expect(found.count == 1)
    #expect(found.first?.place?.line == 1)
    #expect(found.first?.place?.path == path)
    #expect(found.first?.place?.file.hasSuffix("one.json") == true)
  }

  @Test func keysThatAreNoTimes() throws {
    #expect(
      try RecordedFile.problems("{\"pulse\":{\"hr\":{\n\"ten\":{\"value\":60}}}}").first?.place?.line == 2)
  }

  @Test func allProblemsAtOnceWithinReason() throws {
    let two = "{\"pulse\":{\"rate\":[{\"time\":1,\"value\":-4},{\"time\":2,\"value\":-5}]}}"
    #expect(try RecordedFile.problems(two).count == 2)
    let rows = Array(repeating: "{\"time\":1,\"value\":-4}", count: 500).joined(separator: ",")
    #expect(try RecordedFile.problems("{\"pulse\":{\"rate\":[\(rows)]}}").count == 21)
  }

  @Test func emptyFileAndForeignBytes() throws {
    #expect(try RecordedFile.problems(" \n").count == 1)
    #expect(try RecordedFile.problems("", as: "one.csv").count == 1)
    #expect(throws: Diagnostics.self) {
      try RecordedFile.read(Data([0x7B, 0xFF, 0xFE, 0x7D]), as: "one.json")
    }
  }

  @Test func malformedCSVHasItsPlace() throws {
    func place(_ text: String) throws -> [Int?] {
      try RecordedFile.problems(text, as: "one.csv").map { $0.place?.line }
    }
    #expect(try place("seconds,value\n1,60\n") == [1])
    #expect(try place("time,value,quality\n1,60,2\n") == [1])
    #expect(try place("time,value\n1,60\nx,61\n3\n") == [3, 4])
    #expect(try place("\ntime,value\n\n1,60\n2,-3\n\n,50\n") == [5, 7])
    #expect(try place("time,value,confidence\n1,60,95\n") == [2])
  }
}
