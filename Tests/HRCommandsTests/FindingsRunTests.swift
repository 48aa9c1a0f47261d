import Foundation
import HRRecordings
import HRTestSupport
import Testing

/// Findings about the data through the program: a recording that was copied under another name.
@Suite struct FindingsRunTests {
  private func withCopy(_ body: (String, String) throws -> Void) throws {
    try withProject(count: 2, seconds: 60) { folder in
      try FileManager.default.copyItem(atPath: folder + "/data/s01.h5", toPath: folder + "/data/s03.h5")
      let path = try experiment(detectors: #"["fft"]"#, scenarios: #"["clean", "whiteNoise"]"#).written(
        to: folder + "/trial.json")
      try body(folder, path)
    }
  }

  private func acknowledge(_ folder: String) throws {
    let path = folder + "/datasets/hreval-hdf5/dataset.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try text.replacing(
      "\"schemaVersion\": 1,",
      with:
        #""schemaVersion": 1, "acknowledged": [{"finding": "duplicateRecording", "reason": "to see what happens", "recordings": ["s0*"]}],"#
    ).written(to: path)
  }

  @Test func aCopyIsSaidBeforeTheTableAndStrictRefusesIt() throws {
    try withCopy { folder, path in
      let loud = try Program.run(["run", path, "--strict", "--jobs", "2"])
      #expect(loud.code == 1, "\(loud.err)")
      #expect(loud.out.hasPrefix("Do the data make sense? 1 finding:\n  duplicateRecording: "), "\(loud.out)")
      #expect(loud.out.contains("in 2 of 3 recordings (s01, s03)"), "\(loud.out)")
      #expect(loud.err.contains("--strict: no descriptor acknowledges duplicateRecording"))
      #expect(try Program.run(["run", path]).code == 0)
      let results = try String(contentsOfFile: folder + "/reports/trial/results.json", encoding: .utf8)
      #expect(results.contains("\"finding\": \"duplicateRecording\""))
      let report = try Program.run(["report", folder + "/reports/trial"])
      #expect(report.code == 0 && report.out.hasPrefix("Do the data make sense?"))
      let paper = try Program.run(["report", folder + "/reports/trial", "--format", "latex"])
      #expect(paper.out.hasSuffix("reports/trial/report.tex\n"), "\(paper.out)")
      // Only the first of the recordings is opened, so nothing is known of the others.
      #expect(try Program.run(["check", path, "--strict"]).code == 0)
      #expect(
        try Program.run(["inspect", "hreval-hdf5", "--root", "data", "--strict"], in: folder).code == 0)

      let baseline = try Program.run(["baseline", folder + "/reports/trial"])
      _ = try baseline.out.written(to: folder + "/base.json")
      _ = try baseline.out.replacing("\"duplicateRecording\"", with: "").written(to: folder + "/calm.json")
      let gate = ["gate", folder + "/reports/trial", "--quiet", "--strict", "--baseline"]
      #expect(try Program.run(gate + [folder + "/base.json"]).code == 0)
      let new = try Program.run(gate + [folder + "/calm.json"])
      #expect(new.code == 1 && new.out.hasPrefix("new finding duplicateRecording: "), "\(new.out)\(new.err)")

      try acknowledge(folder)
      let known = try Program.run(["run", path, "--strict", "--quiet"])
      #expect(known.code == 0, "\(known.err)")
      #expect(known.out.contains("Acknowledged by the descriptor:\n  duplicateRecording: "), "\(known.out)")
      #expect(known.out.contains(": to see what happens."))
    }
  }

  @Test func findingsAreListed() throws {
    let all = try Program.run(["list", "findings"])
    #expect(all.code == 0 && all.out.contains("sampleRate") && all.out.contains("sample rate probably wrong"))
    let one = try Program.run(["list", "findings", "clockGaps", "--json"])
    #expect(one.out.contains("\"name\": \"clockGaps\"") && one.out.contains("\"rule\": "), "\(one.out)")
    let wrong = try Program.run(["list", "findings", "clockGap"])
    #expect(wrong.code == 2 && wrong.err.contains("did you mean \"clockGaps\"?"), "\(wrong.err)")
  }

  /// A recorder that stopped after 1900 of 2000 samples of its file.
  @Test func samplesThatWereNeverWrittenAreSaid() throws {
    let folder = try TemporaryFolder()
    func descriptor(_ more: String) throws -> String {
      try folder.write(
        "dataset.json",
        """
        { "schemaVersion": 1, "name": "half",
          "files": [ { "path": "{recording}.h5", "sampleRate": 100 } ],
          "channels": { "ppg": { "object": "/ppg"\(more) } } }
        """)
    }
    do {
      let writer = try HDF5Writer(folder.path + "/r.h5")
      try writer.makeBytes(dimensions: [2000], chunk: 100, gzip: 1, at: "/ppg")
      let wave = (0..<1900).map { UInt8(128 + 100 * sin(Double($0) * 0.08)) }
      try writer.write(bytes: wave, from: 0, count: 1900, to: "/ppg")
      try writer.finish()
    }
    let unfilled = try Program.run(["inspect", descriptor(""), "--root", folder.path])
    #expect(unfilled.code == 0, "\(unfilled.err)")
    #expect(unfilled.out.contains("100 of 2000 samples were never written to its file"), "\(unfilled.out)")
    let filled = try Program.run(["inspect", descriptor(", \"fillGapSeconds\": 2"), "--root", folder.path])
    #expect(filled.code == 0, "\(filled.err)")
    #expect(filled.out.contains(", 100 never written to the file"), "\(filled.out)")
    #expect(filled.out.contains("finding    neverWritten, channel ppg"), "\(filled.out)")
    let json = try Program.run(["inspect", folder.path + "/dataset.json", "--root", folder.path, "--json"])
    #expect(json.out.filter { $0 != " " }.contains("\"neverWritten\":100"), "\(json.out)")
  }
}
