import HRSupport
import Testing

@testable import HRRecordings
@testable import HRSignals

/// `"acknowledged"` of a descriptor.
@Suite struct AcknowledgedTests {
  private func descriptor(_ acknowledged: String) throws -> DatasetDescriptor {
    try DatasetDescriptor(
      JSONDocument(
        """
        { "schemaVersion": 1, "name": "d", "files": [ { "path": "{recording}.csv", "sampleRate": 30 } ],
          "channels": { "ppg": "PPG" }, "acknowledged": \(acknowledged) }
        """, file: "dataset.json"))
  }

  @Test func findingsAreReadByName() throws {
    let read = try descriptor(
      #"[{"finding": "upsideDown", "reason": "by the sensor"}, {"finding": "mainsHum", "reason": "r", "recordings": ["s0?", "t*"]}]"#
    ).acknowledged
    #expect(
      read == [
        AcknowledgedFinding(.upsideDown, reason: "by the sensor"),
        AcknowledgedFinding(.mainsHum, reason: "r", recordings: ["s0?", "t*"]),
      ])
    #expect(read[0].covers(.upsideDown, of: "anything") && !read[0].covers(.mainsHum, of: "anything"))
    #expect(read[1].covers(.mainsHum, of: "s01") && !read[1].covers(.mainsHum, of: "s001"))
    #expect(try descriptor("[]").acknowledged.isEmpty)
  }

  @Test(arguments: [
    (
      #"[{"finding": "upsidedown", "reason": "r"}]"#, "unknown finding \"upsidedown\"",
      "did you mean \"upsideDown\"?"
    ),
    (#"[{"finding": "zzz", "reason": "r"}]"#, "unknown finding \"zzz\"", "known here: \"sampleRate\", "),
    (
      #"[{"finding": "upsideDown", "reason": "  "}]"#, "the reason is empty",
      "say why \"upsideDown\" may stay"
    ),
    (#"[{"finding": "upsideDown"}]"#, "an acknowledged finding lacks the key \"reason\"", "Why it may stay"),
    (
      #"[{"finding": "upsideDown", "reason": "r", "recordings": []}]"#,
      "\"recordings\" needs at least 1 entry", ""
    ),
    (#"{"upsideDown": "r"}"#, "expected a list", ""),
  ])
  func whatIsWrongIsSaidWithItsPlace(_ text: String, _ message: String, _ hint: String) throws {
    let problems = try #require(throws: Diagnostics.self) { try descriptor(text) }.list
    let problem = try #require(problems.first)
    let (said, advice) = (problem.message, problem.hint ?? "")
    #expect(problems.count == 1)
    #expect(said.hasPrefix(message))
    #expect(advice.hasPrefix(hint))
    #expect(problem.place?.line == 2 && problem.place?.path?.contains("acknowledged") == true)
  }
}
