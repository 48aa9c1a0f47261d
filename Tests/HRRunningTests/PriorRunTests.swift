import HRRunTestSupport
import HRTestSupport
import Foundation
import Testing

@testable import HRRunning

/// The run that is in a folder.
@Suite struct PriorRunTests {
  private func with(_ files: [String: String], _ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
      try body(folder)
    }
  }

  private func finished(_ files: [String: String]) throws -> PriorRun.Trace? {
    var found: PriorRun?
    try with(files) { found = PriorRun(in: $0) }
    let run = try #require(found)
    #expect(run.interrupted == nil)
    return run.finished
  }

  @Test func anyOfARunsFilesTellsOfIt() throws {
    let run = #"{"format": "hreval-run", "version": 77, "experiment": {"name": "night"}}"#
    let results = #"{"format": "hreval-results", "experiment": {"name": "night"}}"#
    #expect(try finished(["run.json": run]) == .init(experiment: "night"))
    #expect(try finished(["results.json": results]) == .init(experiment: "night"))
    // The first file with a name decides; a file that is cut off is still a run's.
    #expect(try finished(["run.json": #"{"format": "hreval-run", "ver"#]) == .init(experiment: nil))
    #expect(
      try finished(["run.json": #"{"format": "hreval-run", "ver"#, "results.json": results])
        == .init(experiment: "night"))
    // A store of a version that this build does not read.
    #expect(try finished(["units.store": "hreval units 1\nwhatever"]) == .init(experiment: nil))
  }

  @Test func aNameAloneMakesNoRun() throws {
    #expect(
      try finished([
        "results.json": #"{"experiment": {"name": "mine"}}"#, "run.json": "hello", "units.store": "hreval",
        "report.md": "# Mine",
      ]) == nil)
    #expect(PriorRun(in: "/nowhere/at/all").isNone)
  }

  @Test func storesTellNameAndProgress() throws {
    try withTemporaryFolder { folder in
      let plan = Example.plan
      let path = RunStore.partialPath(in: folder)
      do {
        let store = try RunStore(creating: path, fingerprint: "f", plan: plan)
        for unit in 0...1 { try store.append(UnitAnswer(Example.result(unit: unit))) }
      }
      let trace = PriorRun.Trace(
        experiment: plan.name, progress: "2 of \(plan.units.count) units are finished")
      #expect(PriorRun(in: folder) == PriorRun(interrupted: trace))
      try FileManager.default.moveItem(atPath: path, toPath: RunStore.path(in: folder))
      #expect(PriorRun(in: folder).finished?.experiment == plan.name)
    }
  }
}
