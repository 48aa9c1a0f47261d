import Foundation
import HRTestSupport
import Testing

/// `inspect --json` and `detect --json`.
@Suite(.serialized) struct JSONOutputTests {
  @Test func oneObjectWithARecordingOnEachLine() throws {
    try ScenarioProject.with { project in
      try "damaged".write(
        toFile: project.folder + "/data/s02.h5", atomically: true, encoding: .utf8)
      let ending = try Program.run(
        ["inspect", "hreval-hdf5", "--root", "data", "--json"], in: project.folder)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any], "\(ending.out)")
      #expect(object["dataset"] as? String == "hreval-hdf5")
      let recordings = try #require(object["recordings"] as? [[String: Any]])
      let first = try #require(recordings.first { $0["id"] as? String == "s01" })
      let channels = try #require(first["channels"] as? [[String: Any]])
      let ppg = try #require(channels.first { $0["kind"] as? String == "ppg" })
      #expect((ppg["samples"] as? Int ?? 0) > 0 && ppg["missing"] as? Int == 0)
      let rates = try #require(first["rates"] as? [String: Any])
      #expect(rates["within3BPMShare"] as? Double == 1)
      let (stated, read) = (
        rates["reference"] as? [[String: Double]], rates["estimated"] as? [[String: Double]]
      )
      #expect((stated?.count ?? 0) >= 3 && (read?.count ?? 0) >= 3)
      #expect((first["findings"] as? [Any])?.isEmpty == true)
      let second = try #require(recordings.first { $0["id"] as? String == "s02" })
      #expect((second["problems"] as? [String])?.isEmpty == false)
      #expect(ending.code == (recordings.count == 1 ? 2 : 1))
    }
  }

  @Test func readingsAreAListOfObjects() throws {
    try ScenarioProject.with { project in
      let arguments = ["detect", "hreval-hdf5:s01", "--root", "data", "--detector", "fft"]
      let table = try Program.run(arguments, in: project.folder)
      let json = try Program.run(arguments + ["--json"], in: project.folder)
      #expect(table.code == 0 && json.code == 0, "\(json.err)")
      let rows = try #require(
        try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [[String: Any]], "\(json.out)")
      #expect(rows.count == table.out.split(separator: "\n").count - 1)
      #expect(rows.allSatisfy { $0["recording"] as? String == "s01" && $0["outcome"] is String })
      #expect(rows.contains { ($0["bpm"] as? Double ?? 0) > 30 })
    }
  }
}
