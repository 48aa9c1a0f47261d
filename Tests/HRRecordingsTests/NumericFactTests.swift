import HRSignals
import HRSupport
import Testing

@testable import HRRecordings

/// Sample rates and start times that are facts about each recording.
@Suite struct NumericFactTests {
  private static let text = "ppg\n1\n2\n3\n4\n"

  private func folder(_ timing: String, table: String, more: String = "") throws -> LoadedFolder {
    try LoadedFolder(
      """
      "files": [ { "path": "{recording}.csv", "except": ["subjects.csv"], \(timing) } ], "channels": { "ppg": "ppg" },
      "metadata": [
        { "name": "fs", "table": "subjects.csv", "keyColumn": "id", "column": "rate", "key": "{recording}" },
        { "name": "begin", "values": { "r": "1.5", "q": "late" }, "key": "{recording}", "optional": true }\(more)
      ]
      """, [("r.csv", Self.text), ("q.csv", Self.text), ("p.csv", Self.text), ("subjects.csv", table)])
  }

  @Test func eachRecordingHasItsRate() throws {
    let set = try folder(#""sampleRate": { "metadata": "fs" }"#, table: "id,rate\nr,50\nq,128.5\np,1e2\n")
    #expect(try set.load().channels[.ppg]?.uniform()?.sampleRate == 50)
    #expect(try set.load("q").channels[.ppg]?.uniform()?.sampleRate == 128.5)
    #expect(try set.load("p").channels[.ppg]?.uniform()?.sampleRate == 100)
    #expect(try set.load("q").metadata.first?.value == "128.5")
  }

  @Test func soHasItsStart() throws {
    let set = try folder(
      #""sampleRate": 2, "startTime": { "metadata": "begin" }"#, table: "id,rate\nr,1\nq,1\np,1\n")
    #expect(try set.load().channels[.ppg]?.uniform()?.startTime == 1.5)
  }

  @Test(arguments: [
    ("id,rate\nr,fast\n", "r", "the sample rate is no number: \"fs\" of this recording is \"fast\""),
    ("id,rate\nr,50 Hz\n", "r", "the sample rate is no number: \"fs\" of this recording is \"50 Hz\""),
    ("id,rate\nq,50\n", "r", "the recording has no \"fs\""),
    ("id,rate\nr,0\n", "r", "the sample rate is 0 Hz; it must be positive"),
    ("id,rate\nr,inf\n", "r", "the sample rate is no number: \"fs\" of this recording is \"inf\""),
  ])
  func whatIsWrongWithARate(_ table: String, _ id: String, _ message: String) throws {
    let set = try folder(#""sampleRate": { "metadata": "fs" }"#, table: table)
    #expect(try set.problems().first == message)
  }

  @Test func anOptionalFactMayLackAndATextIsNoStart() throws {
    let timing = #""sampleRate": 2, "startTime": { "metadata": "begin" }"#
    let set = try folder(timing, table: "id,rate\nr,1\nq,1\np,1\n")
    for (id, message) in [
      ("p", "the start time is missing: the recording has no \"begin\""),
      ("q", "the start time is no number: \"begin\" of this recording is \"late\""),
    ] {
      let error = #expect(throws: Diagnostics.self) { _ = try set.load(id) }
      #expect(error?.first.message == message)
    }
  }

  @Test func unknownNamesAreErrors() throws {
    let set = try folder(#""sampleRate": { "metadata": "sf" }"#, table: "id,rate\nr,1\n")
    let error = #expect(throws: Diagnostics.self) { _ = try set.dataset() }
    #expect(error?.first.message == "\"metadata\" has no entry \"sf\"")
    #expect(error?.first.hint?.contains("fs") == true)
  }
}
