import Foundation
import HRTestSupport
import Testing

/// `hreval export`, through the whole program.
@Suite(.serialized) struct ExportRunTests {
  private static let scenarios =
    #"["clean", {"label": "noise", "scenario": "whiteNoise", "repeats": 2}]"#

  private func files(_ folder: String) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return try names.reduce(into: [:]) { found, name in
      var isFolder: ObjCBool = false
      let path = "\(folder)/\(name)"
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
        return
      }
      found[name] = try Data(contentsOf: URL(fileURLWithPath: path))
    }
  }

  @Test func theSameBytesFromAnyNumberOfWorkersAndNobodyElsesFileIsTouched() throws {
    try withProject(count: 2) { folder in
      let path = try experiment(
        detectors:
          #"["fft", {"label": "vendor", "recorded": "answers/{recording}/{scenario}/{repeat}.csv", "manifest": "answers/manifest.json"}]"#,
        scenarios: Self.scenarios
      ).written(to: folder + "/trial.json")
      func export(_ more: [String]) throws -> Program.Ending {
        try Program.run(["export", path, "--quiet", "--to", folder + "/out"] + more)
      }
      let first = try export(["--jobs", "1", "--format", "csv"])
      #expect(first.code == 0, "\(first.err)")
      #expect(first.out.hasPrefix("6 trials as CSV in "))
      let one = try files(folder + "/out")
      let names = one.keys.sorted()
      #expect(names.prefix(2) == ["README.txt", "manifest.json"])
      #expect(names.count { $0.hasSuffix("/noise/2_ppg.csv") } == 2)
      let secrets = ["_beats.csv", "_breaths.csv", "_ecg.csv", "unfinished"]
      #expect(!names.contains { name in secrets.contains(where: name.contains) })
      let again = try export(["--jobs", "2", "--format", "csv"])
      #expect(again.code == 2 && again.err.contains("the folder holds trials that were exported before"))
      _ = try "mine".written(to: folder + "/out/answers.txt")
      let forced = try export(["--jobs", "2", "--format", "csv", "--force"])
      #expect(forced.code == 0, "\(forced.err)")
      var two = try files(folder + "/out")
      #expect(two.removeValue(forKey: "answers.txt") == Data("mine".utf8))
      #expect(one == two)
      // hreval's own recordings are not an export.
      let foreign = try Program.run(["export", path, "--to", folder + "/data", "--force"])
      #expect(foreign.code == 2 && foreign.err.contains("the folder holds files that `export` did not write"))
    }
  }

  @Test func aRecordingThatCannotBeReadIsAnEntryAndTheOthersAreWritten() throws {
    try withProject(count: 2) { folder in
      let path = try experiment(detectors: #"["fft"]"#, scenarios: Self.scenarios)
        .written(to: folder + "/trial.json")
      _ = try "torn".written(to: folder + "/data/s01.h5")
      let ending = try Program.run(["export", path, "--quiet", "--to", folder + "/out"])
      #expect(ending.code == 1, "\(ending.err)")
      #expect(ending.out.contains("3 trials as HDF5") && ending.out.contains("3 failed"))
      #expect(ending.out.contains("failed: 3 trials, such as "))
      let manifest = try String(contentsOfFile: folder + "/out/manifest.json", encoding: .utf8)
      #expect(manifest.count(of: "\"failure\": ") == 3 && manifest.count(of: "\"sha256\": ") == 3)
      for name in ["s02"] { _ = try "torn".written(to: folder + "/data/\(name).h5") }
      let none = try Program.run(["export", path, "--quiet", "--to", folder + "/none"])
      #expect(none.code == 2 && none.err.contains("no trial could be exported: "))
      #expect(try files(folder + "/none").isEmpty)
    }
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
