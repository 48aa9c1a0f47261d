import HRRunTestSupport
import Foundation
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// hreval's own detectors on a wave that another program made.
@Suite struct RecordedTraceRunTests {
  private typealias Study = RecordedTraceStudy

  /// A detector of even samples, one of beats, one of the recorded times, one that counts samples; filtered and
  /// judged.
  @Test func theSameWaveGivesTheSameAnswers() throws {
    try Study.with { study in
      for recording in ["r1", "r2", "r3"] {
        try study.write(try study.message(recording), "\(recording).json")
        try study.write(
          "time,value\n" + (try study.samples(recording)).map { "\($0.time),\($0.value)\n" }.joined(),
          "\(recording).csv")
      }
      let more =
        #", "filters": ["onePoleBand"], "acceptWhen": [{"quality": "skewness", "atLeast": 0.1}], "confidenceFrom": "skewness""#
      let plain = ["fft", "peak", "lombScargle", "peak.swasthicare"]
      for path in ["vendor/{recording}.json", "vendor/{recording}.csv"] {
        let own = plain.map { "\"\($0)\"" } + [#"{"label": "judged", "detector": "fft"\#(more)}"#]
        let recorded =
          plain.map { Study.entry($0, path: path) }
          + [#"{"label": "judged wave", "detector": "fft", "recordedTrace": "\#(path)"\#(more)}"#]
        let rows = try study.rows(
          ResolverStudy.text(detectors: "[" + (own + recorded).joined(separator: ", ") + "]"), limit: 3)
        #expect(rows.count == 3)
        for row in rows {
          #expect(row.count == 10)
          #expect(row[0].cells.allSatisfy { $0.hasValue })
          for index in 0..<5 { #expect(row[index] == row[index + 5], "\(index)") }
        }
        // Some windows are refused, since the comparison would otherwise show little.
        #expect(rows.contains { $0[4] != $0[0] })
      }
    }
  }

  /// The file is read, not the recording.
  @Test func anotherWaveGivesOtherAnswers() throws {
    try Study.with { study in
      try study.write(try study.message("r3"), "r1.json")
      let row = try study.rows(ResolverStudy.text(detectors: "[\"fft\", \(Study.entry("fft"))]"))[0]
      #expect(row[0].cells.allSatisfy { abs($0.bpm - 60) < 2 })
      #expect(row[1].cells.allSatisfy { abs($0.bpm - 84) < 2 })
    }
  }

  /// The index is computed of the recorded wave: the recording's own wave would be accepted.
  @Test func theQualityIsThatOfTheRecordedWave() throws {
    try Study.with { study in
      let flat = (0..<600).map { #"{"time":\#(Double($0) / 25),"value":1}"# }.joined(separator: ",")
      try study.write(#"{"pulse":{"trace":[\#(flat)]}}"#, "r1.json")
      let rule = #", "acceptWhen": [{"quality": "flatLine", "atMost": 0.5}]"#
      let row = try study.rows(
        ResolverStudy.text(
          detectors:
            "[{\"label\": \"own\", \"detector\": \"constant\"\(rule)}, \(Study.entry("constant", more: rule)), \(Study.entry("fft"))]"
        ))[0]
      #expect(row[0].cells.allSatisfy { $0.hasValue })
      #expect(row[1].outcomes == Array(repeating: "abstained:lowQuality", count: 3))
      #expect(row[2].outcomes == Array(repeating: "abstained:flatSignal", count: 3))
    }
  }

  /// Windows are 0 to 10, 5 to 15 and 10 to 20 s.
  @Test func windowsThatItDoesNotCoverAreRefused() throws {
    try Study.with { study in
      try study.write(try study.message("r1") { $0 >= 4 && $0 < 16 }, "r1.json")
      let outcomes = try study.rows(ResolverStudy.text(detectors: "[\(Study.entry("fft"))]"))[0][0].outcomes
      #expect(outcomes[0] == "abstained:notCovered")
      #expect(abs((Double(outcomes[1]) ?? 0) - 60) < 2)
      #expect(outcomes[2] == "abstained:notCovered")
    }
  }

  @Test(arguments: [
    (nil, "abstained:recordMissing"),
    (#"{"pulse":{"rate":[{"time":8,"value":61}]}}"#, "abstained:recordEmpty"),
    (#"{"breathing":{"upperTrace":[{"time":8,"value":61}]}}"#, "abstained:recordOtherQuantity"),
    (
      #"{"pulse":{"trace":[{"time":2,"value":1},{"time":1,"value":1}]}}"#,
      "failed:the times go back from 2 to 1 s (vendor/r1.json:1:41 $.pulse.trace[1])"
    ),
    (
      #"{"pulse":{"trace":[{"time":2,"value":"NaN"}]}}"#,
      #"failed:a sample's value is a finite number, not the text "NaN" (vendor/r1.json:1:38 $.pulse.trace[0].value)"#
    ),
    (#"{"pulse":{"trace":[{"time":2,"value":1}]}}"#, "failed:too few samples in ppg"),
    // Microseconds since 1970, except for one time that is left out and therefore 0.
    (
      #"{"cardio":{"arterial_pressure_trace":[{"value":1},{"timestamp":1700000000000000,"value":1},{"timestamp":1700000000040000,"value":1},{"timestamp":1700000000080000,"value":1}]}}"#,
      "failed:the samples lie too far apart to be made even: from 0 to 1700000000.08 s"
    ),
  ])
  func whatIsNoWaveIsARowWithItsReason(_ text: String?, _ reason: String) throws {
    try Study.with { study in
      if let text { try study.write(text, "r1.json") }
      try study.write(try study.message("r2"), "r2.json")
      let filtered = Study.entry("peak", more: #", "acceptWhen": [{"quality": "skewness", "atLeast": 0}]"#)
      let rows = try study.rows(
        ResolverStudy.text(detectors: "[\(Study.entry("fft")), \(filtered), \"fft\"]"), limit: 2)
      #expect(rows[0][0].outcomes == [reason, reason, reason])
      #expect(rows[0][1].outcomes == [reason, reason, reason])
      #expect(rows[0][2].cells.allSatisfy { $0.hasValue })
      #expect(rows[1].allSatisfy { $0.cells.contains { $0.hasValue } })
    }
  }

  /// In an experiment on breathing, the pulse wave is read too.
  @Test func breathingIsReadFromThePulseWave() throws {
    try Study.with { study in
      try study.study.write(
        """
        {"schemaVersion": 1, "name": "study",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "beats", "path": "{recording}_beats.csv"}],
         "channels": {"ppg": "ppg"}, "reference": [{"breaths": {"file": "beats", "column": "beat_s"}}]}
        """, "datasets/study/dataset.json")
      let message = try study.message("r1")
      try study.write(
        message.dropLast() + #","breathing":{"upperTrace":[{"time":0,"value":1}]}}"#, "r1.json")
      let detectors = "[\"breathing.count\", \(Study.entry("breathing.count")), \"constant\"]"
      let text = ResolverStudy.text(
        windows: #"{"windowSeconds": 20, "hopSeconds": 4}"#, detectors: detectors,
        more: #", "measurand": "breathingRate""#
      )
      let row = try study.rows(text)[0]
      #expect(row[0] == row[1])
      #expect(row[1] != row[2])
    }
  }

  @Test func eachTrialHasItsFile() throws {
    try Study.with { study in
      for (folder, recording) in [("clean", "r1"), ("rateStep", "r3")] {
        try FileManager.default.createDirectory(
          atPath: study.study.folder + "/vendor/" + folder, withIntermediateDirectories: true)
        try study.write(try study.message(recording), "\(folder)/r1.json")
      }
      let entry = Study.entry("fft", path: "vendor/{scenario}/{recording}.json")
      let rows = try study.rows(
        ResolverStudy.text(detectors: "[\(entry)]", more: #", "scenarios": ["clean", "rateStep"]"#))
      #expect(rows.map { $0[0].cells.allSatisfy { $0.hasValue } } == [true, true])
      #expect(abs(rows[0][0].cells[0].bpm - 60) < 2)
      #expect(abs(rows[1][0].cells[0].bpm - 84) < 2)
    }
  }
}
