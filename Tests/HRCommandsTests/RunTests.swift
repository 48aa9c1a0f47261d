import HRTestSupport
import Foundation
import Testing

@Suite struct RunTests {
  private func bytes(_ path: String) throws -> Data {
    try #require(FileManager.default.contents(atPath: path), "\(path) is missing")
  }

  @Test func writesEveryFileAndEndsWithATable() throws {
    try withProject { folder in
      let path = try experiment().written(to: folder + "/trial.json")
      let ending = try Program.run(["run", path])
      #expect(ending.code == 0, "\(ending.err)")
      #expect(ending.out.contains("combined"))
      #expect(ending.out.contains("report: "))
      for file in [
        "summary.csv", "windows.csv", "windows.h5", "results.json", "run.json", "report.md", "units.store",
      ] {
        #expect(try bytes(folder + "/reports/trial/" + file).count > 50)
      }
      #expect(!FileManager.default.fileExists(atPath: folder + "/reports/trial/units.partial"))
      let rows = String(decoding: try bytes(folder + "/reports/trial/windows.csv"), as: UTF8.self)
        .split(separator: "\n")
      // 3 recordings × 2 scenarios × 4 detectors × 5 windows of 40 s, and the header.
      #expect(rows.count == 1 + 3 * 2 * 4 * 5)
    }
  }

  /// The accelerometer is read for the cadence alone, and that changes neither windows nor estimates.
  @Test func theCadenceIsReadWhereItIsAskedFor() throws {
    try withProject { folder in
      for (name, more) in [("without", ""), ("with", #", "cadence": true"#)] {
        let text = experiment(detectors: #"["fft"]"#, scenarios: #"["motionBursts"]"#, more: more)
        let path = try text.written(to: folder + "/\(name).json")
        let ending = try Program.run(["run", path, "--output", folder + "/" + name, "--quiet"])
        #expect(ending.code == 0, "\(ending.err)")
        let results = String(decoding: try bytes(folder + "/\(name)/results.json"), as: UTF8.self)
        let known = results.replacing("\"cadenceShare\": null", with: "").contains("\"cadenceShare\":")
        #expect(known == (name == "with"))
      }
      #expect(try bytes(folder + "/with/windows.csv") == (try bytes(folder + "/without/windows.csv")))
    }
  }

  @Test func sameBytesAtAnyNumberOfJobs() throws {
    try withProject { folder in
      let path = try experiment(more: #", "keepSignals": true"#).written(to: folder + "/trial.json")
      for (name, jobs) in [("a", "1"), ("b", "2"), ("c", "2")] {
        let ending = try Program.run([
          "run", path, "--jobs", jobs, "--output", folder + "/" + name, "--quiet",
        ])
        #expect(ending.code == 0, "\(ending.err)")
        #expect(ending.err == "")
      }
      for file in [
        "results.json", "summary.csv", "windows.csv", "windows.h5", "report.md", "signals.store",
      ] {
        let first = try bytes(folder + "/a/" + file)
        #expect(try bytes(folder + "/b/" + file) == first, "\(file) differs with --jobs 2")
        #expect(try bytes(folder + "/c/" + file) == first, "\(file) differs in a second run")
      }
    }
  }

  @Test func csvAndHDF5GiveTheSameEstimates() throws {
    try withProject(count: 1) { folder in
      for name in ["hdf5", "csv"] {
        let path = try experiment(
          detectors: #"["peak", "fft"]"#, scenarios: #"["clean"]"#,
          dataset: #"{"dataset": "hreval-\#(name)", "root": "data"}"#
        ).written(to: folder + "/\(name).json")
        let ending = try Program.run(["run", path, "--output", folder + "/" + name])
        #expect(ending.code == 0, "\(ending.err)\(ending.out)")
      }
      let hdf5 = String(decoding: try bytes(folder + "/hdf5/windows.csv"), as: UTF8.self)
      let csv = String(decoding: try bytes(folder + "/csv/windows.csv"), as: UTF8.self)
      for (a, b) in zip(hdf5.split(separator: "\n").dropFirst(), csv.split(separator: "\n").dropFirst()) {
        let left = a.split(separator: ",", omittingEmptySubsequences: false)
        let right = b.split(separator: ",", omittingEmptySubsequences: false)
        let x = try #require(Double(left[8]))
        let y = try #require(Double(right[8]))
        #expect(abs(x - y) < 1e-6)
      }
    }
  }

  @Test func aDamagedRecordingIsARowNotACrash() throws {
    try withProject { folder in
      let recordings = try FileManager.default.contentsOfDirectory(atPath: folder + "/data").filter {
        $0.hasSuffix(".h5")
      }.sorted()
      let victim = folder + "/data/" + recordings[1]
      try bytes(victim).prefix(2000).write(to: URL(fileURLWithPath: victim))
      let path = try experiment().written(to: folder + "/trial.json")
      let ending = try Program.run(["run", path])
      #expect(ending.code == 1)
      let rows = String(decoding: try bytes(folder + "/reports/trial/windows.csv"), as: UTF8.self)
      let failed = rows.split(separator: "\n").filter { $0.contains("failed:") }
      #expect(failed.count == 2 * 4)
      #expect(rows.split(separator: "\n").count == 1 + 2 * 2 * 4 * 5 + 8)
      #expect(ending.out.contains("1 recording") || ending.out.contains("failed"))
    }
  }

  @Test func anInterruptedRunKeepsItsUnitsAndGoesOn() throws {
    try withHeldRun { held in
      let folder = held.folder
      let path = folder + "/trial.json"
      let ending = try held.ended(by: SIGINT, "run", path, "--jobs", "1")
      #expect(ending.code == 130, "\(ending.err)")
      #expect(ending.err.contains("--resume"))
      #expect(FileManager.default.fileExists(atPath: folder + "/reports/trial/units.partial"))
      #expect(!FileManager.default.fileExists(atPath: folder + "/reports/trial/results.json"))
      let other = try Program.run(["run", path, "--resume", "--set", "seed=99"])
      #expect(other.code == 2)
      #expect(other.err.contains("another experiment"))
      let resumed = try Program.run(["run", path, "--resume"])
      #expect(resumed.code == 0, "\(resumed.err)")
      let whole = try Program.run(["run", path, "--output", folder + "/whole"])
      #expect(whole.code == 0)
      #expect(try bytes(folder + "/reports/trial/results.json") == bytes(folder + "/whole/results.json"))
    }
  }

  @Test func reportRendersStoredResultsWithoutTheData() throws {
    try withProject { folder in
      let path = try experiment().written(to: folder + "/trial.json")
      #expect(try Program.run(["run", path]).code == 0)
      let run = folder + "/reports/trial"
      let before = try bytes(run + "/results.json")
      try FileManager.default.removeItem(atPath: folder + "/data")
      try FileManager.default.removeItem(atPath: run + "/results.json")
      let ending = try Program.run(["report", run])
      #expect(ending.code == 0, "\(ending.err)")
      #expect(try bytes(run + "/results.json") == before)
      let wrong = try Program.run(["report", folder])
      #expect(wrong.code == 2)
      #expect(wrong.err.contains("no stored run"))
    }
  }
}
