import Foundation
import HRTestSupport
import Testing

/// An experiment with a program is run into the same folder again.
@Suite struct ProgramAgainTests {
  private static let talking = ProgramStudy.shell(atStart: "echo 'good morning' >&2")

  private func experiment(_ study: ProgramStudy, _ detectors: String) throws {
    try study.write(
      "study.json",
      """
      {"schemaVersion": 1, "name": "study", "datasets": ["secretdata/dataset.json"],
       "windows": {"windowSeconds": 20, "hopSeconds": 5}, "report": {"formats": ["json"]},
       "detectors": \(detectors)}
      """)
  }

  private func run(_ study: ProgramStudy, _ more: [String] = []) throws -> Program.Ending {
    try Program.run(["run", "study.json", "--output", "out", "--quiet"] + more, in: study.folder)
  }

  private func said(_ study: ProgramStudy) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: study.folder + "/out/stderr").sorted()
  }

  @Test func theSecondRunReplacesTheFirst() throws {
    try ProgramStudy.with { study in
      try study.write("talks.sh", Self.talking)
      try experiment(study, #"["peak", {"label": "mine", "command": ["sh", "talks.sh"]}]"#)
      let first = try run(study)
      #expect(first.code == 0, "\(first.err)")
      let results = try study.text("out/results.json")
      #expect(said(study) == ["1-faulty.txt"])
      #expect(try study.text("out/stderr/1-faulty.txt").contains("good morning"))
      let lines = try study.text("out/stderr/1-faulty.txt").split(separator: "\n").count
      let second = try run(study)
      #expect(second.code == 0, "\(second.err)")
      #expect(try study.text("out/results.json") == results)
      #expect(try study.text("out/stderr/1-faulty.txt").split(separator: "\n").count == lines)
      // The next run has no program, so its folder may have no output of one.
      try experiment(study, #"["peak"]"#)
      let third = try run(study)
      #expect(third.code == 0, "\(third.err)")
      #expect(said(study) == nil)
    }
  }

  @Test func aStrangersFileThereIsKept() throws {
    try ProgramStudy.with { study in
      try study.write("talks.sh", Self.talking)
      try experiment(study, #"[{"label": "mine", "command": ["sh", "talks.sh"]}]"#)
      #expect(try run(study).code == 0)
      // Its name has no number of a program.
      try study.write("out/stderr/-notes.txt", "mine")
      let refused = try run(study)
      #expect(refused.code == 2)
      #expect(refused.err.contains("the folder holds files that are not a run's: stderr/-notes.txt"))
      #expect(try run(study, ["--force"]).code == 0)
      #expect(said(study) == ["-notes.txt", "1-faulty.txt"])
      try experiment(study, #"["peak"]"#)
      #expect(try run(study, ["--force"]).code == 0)
      #expect(said(study) == ["-notes.txt"])
    }
  }

  /// A run without results leaves the output of its programs, and the next one may begin.
  @Test func aRunAfterOneThatGaveNothing() throws {
    try ProgramStudy.with { study in
      try study.write("talks.sh", Self.talking)
      try experiment(study, #"[{"label": "mine", "command": ["sh", "talks.sh"]}]"#)
      let empty = try run(study, ["--set", "windows.windowSeconds=300"])
      #expect(empty.code == 2, "\(empty.err)")
      #expect(try run(study).code == 0)
    }
  }
}
