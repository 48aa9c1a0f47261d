import Foundation
import HRTestSupport
import Testing

@testable import HRSupport

/// Folders with existing contents; every rule by itself is tested in `FolderClaimTests`.
@Suite struct FolderTests {
  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }

  @Test func aRunReplacesItsOwnAndNothingElse() throws {
    try withProject(count: 1, seconds: 25) { folder in
      let path = try experiment(detectors: #"["fft", "peak"]"#, scenarios: #"["clean"]"#).written(
        to: folder + "/trial.json")
      func run(_ more: String...) throws -> Program.Ending {
        try Program.run(["run", path, "--output", "out"] + more, in: folder)
      }
      #expect(try run().err.isEmpty)
      #expect(try Program.run(["compare", "out"], in: folder).code == 0)
      _ = try "old".written(to: folder + "/out/qualities.csv")
      let again = try run()
      #expect(again.code == 0)
      #expect(
        again.err
          == "out: replaces the run that is there when this one is done, and with it go qualities.csv, comparison.md, comparison.csv, comparison.html and a figure\n"
      )
      let whole = try names(folder + "/out")
      #expect(
        !whole.contains {
          ["qualities.csv", "comparison.md", "comparison.csv", "comparison.html"].contains($0)
        }, "\(whole)")

      _ = try "mine".written(to: folder + "/out/notes.txt")
      let before = try names(folder + "/out")
      let refused = try run("--set", "name=other", "--set", "report.formats=[\"json\"]")
      #expect(refused.code == 2 && refused.out.isEmpty)
      #expect(refused.err.contains("the folder holds a run of another experiment, \"trial\"\n  --> out\n"))
      #expect(refused.err.contains("the folder holds files that are not a run's: notes.txt"))
      #expect(try names(folder + "/out") == before)
      let forced = try run("--force", "--set", "name=other", "--set", "report.formats=[\"json\"]")
      #expect(forced.code == 0)
      #expect(forced.err.contains("replaces the run of \"trial\" that is there"), "\(forced.err)")
      #expect(
        try names(folder + "/out").filter { $0 != "figures" } == [
          "notes.txt", "results.json", "run.json", "units.store", "windows.h5",
        ])
      #expect(try run("--force", "--resume").code == 64)
      try FileManager.default.createDirectory(
        atPath: folder + "/reports/trial", withIntermediateDirectories: true)
      _ = try "mine".written(to: folder + "/reports/trial/notes.txt")
      let checked = try Program.run(["check", path], in: folder)
      #expect(
        checked.code == 0
          && checked.out.contains(
            "run would not write to reports/trial: the folder holds files that are not a run's: notes.txt (--output"
          ), "\(checked.out)")
      let file = try Program.run(["run", path, "--output", "trial.json"], in: folder)
      #expect(file.code == 2 && file.err.contains("this is a file, not a folder"))
    }
  }

  /// A run that was killed while it wrote a file leaves the beginning of that file; a file of another origin is
  /// different.
  @Test func whatAKilledRunLeftIsNotInTheWay() throws {
    try withProject(count: 1, seconds: 25) { folder in
      let path = try experiment(
        detectors: #"["fft"]"#, scenarios: #"["clean"]"#, more: #", "keepSignals": true"#
      ).written(to: folder + "/trial.json")
      func run(_ words: [String] = []) throws -> Program.Ending {
        try Program.run(["run", path, "--output", "out", "--quiet"] + words, in: folder)
      }
      let files = FileManager.default
      #expect(try run().code == 0)
      let whole = try names(folder + "/out")
      let results = try #require(files.contents(atPath: folder + "/out/results.json"))
      // This process, and one that had its id before it.
      let living = WriterMark.own
      let gone = WriterMark(place: living.place, process: living.process, start: living.start - 1)
      var staying: [String] = []
      for name in whole + ["units.partial"] {
        guard name != "figures" else { continue }
        let bytes = files.contents(atPath: "\(folder)/out/\(name)") ?? Data("hreval un".utf8)
        for writer in [gone, living] {
          let path = TemporaryName.name("\(folder)/out/\(name)", .file, by: writer)
          try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
          if writer == living { staying.append(String(path.dropFirst(folder.count + 5))) }
        }
      }
      #expect(staying.count > 8)
      for words in [[], ["--resume"]] {
        let ending = try run(words)
        #expect(ending.code == 0 && ending.err.isEmpty, "\(ending.err)")
        #expect(try names(folder + "/out") == (whole + staying).sorted())
        #expect(files.contents(atPath: folder + "/out/results.json") == results)
      }
      let own = folder + "/out/units.partial.tmp"
      _ = try "mine".written(to: own)
      let refused = try run()
      #expect(refused.code == 2 && refused.err.contains("units.partial.tmp"), "\(refused.err)")
    }
  }

  @Test func pagesAreNotWrittenOverSomebodyElses() throws {
    try withProject(count: 1, seconds: 25) { folder in
      let path = try experiment(detectors: #"["fft", "peak"]"#, scenarios: #"["clean"]"#).written(
        to: folder + "/trial.json")
      #expect(try Program.run(["run", path, "--output", "out"], in: folder).code == 0)
      for name in ["history.md", "comparison.md"] { _ = try "mine\n".written(to: folder + "/" + name) }
      for (command, name) in [("history", "history.md"), ("compare", "comparison.md")] {
        let ending = try Program.run([command, "out", "--output", "."], in: folder)
        #expect(ending.code == 2, "\(ending.out)")
        #expect(ending.err.contains("not a file that hreval made") && ending.err.contains(name))
        #expect(try String(contentsOfFile: folder + "/" + name, encoding: .utf8) == "mine\n")
        // Files that hreval made are written anew.
        for _ in 0..<2 {
          #expect(try Program.run([command, "out", "--output", "pages"], in: folder).code == 0)
        }
      }
    }
  }

  @Test func twoSetsOfRecordingsAreNotMixed() throws {
    try withTemporaryFolder { folder in
      func make(_ more: String...) throws -> Program.Ending {
        try Program.run(["synthesize", "--output", folder, "--seconds", "5"] + more)
      }
      _ = try Program.run(["synthesize", "--output", folder, "--seconds", "5", "--count", "3"])
      _ = try "{}".written(to: folder + "/dataset.json")
      let first = try names(folder)
      let again = try make("--count", "3", "--seed", "9")
      #expect(again.code == 2)
      #expect(again.err.contains("holds recordings of these names already: s01.h5, s02.h5, s03.h5"))
      #expect(again.err.contains("--force replaces them"))
      for more in [["--count", "2", "--force"], ["--format", "csv", "--force"], ["--count", "2"]] {
        let mixed = try Program.run(["synthesize", "--output", folder, "--seconds", "5"] + more)
        #expect(mixed.code == 2 && mixed.err.contains("would be mixed with these"), "\(mixed.err)")
      }
      #expect(try names(folder) == first)
      let old = FileManager.default.contents(atPath: folder + "/s02.h5")
      #expect(try make("--count", "3", "--seed", "9", "--force").code == 0)
      #expect(try names(folder) == first)
      #expect(FileManager.default.contents(atPath: folder + "/s02.h5") != old)
    }
  }
}
