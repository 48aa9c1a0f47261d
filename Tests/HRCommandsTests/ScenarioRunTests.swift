import HRTestSupport
import Foundation
import Testing

/// Runs with one scenario of each kind, recorded noise among them, through the whole program.
@Suite(.serialized) struct ScenarioRunTests {
  private func run(_ project: ScenarioProject, _ output: String, _ more: [String] = []) throws
    -> Program.Ending
  {
    try Program.run(["run", "trial.json", "--output", output, "--quiet"] + more, in: project.folder)
  }

  @Test func sameBytesAtAnyNumberOfJobs() throws {
    try ScenarioProject.with(count: 3) { project in
      for (name, jobs) in [("a", "1"), ("b", "2"), ("c", "3")] {
        let ending = try run(project, name, ["--jobs", jobs])
        try #require(ending.code == 0, "\(ending.err)")
      }
      for file in ["results.json", "windows.csv", "summary.csv", "report.md"] {
        let first = try project.text("a/\(file)")
        #expect(try project.text("b/\(file)") == first, "\(file)")
        #expect(try project.text("c/\(file)") == first, "\(file)")
      }
    }
  }

  @Test func theNoiseIsWrittenDown() throws {
    try ScenarioProject.with { project in
      let ending = try run(project, "out")
      try #require(ending.code == 0, "\(ending.err)")
      // Computed by another program: the digest of the three files' digests.
      let digest = try Program.shell(
        "for k in 1 2 3; do sha256sum n$k.csv | cut -c 1-64; done | tr -d '\\n' | sha256sum",
        in: project.folder + "/datasets/walks")
      try #require(digest.code == 0)
      let scenarios = try #require(try project.object("out/results.json")["scenarios"] as? [[String: Any]])
      let walk = try #require(scenarios.first { $0["label"] as? String == "walk" })
      let step = try #require((walk["steps"] as? [[String: Any]])?.first)
      let parameters = try #require(step["parameters"] as? [String: Any])
      #expect(parameters["noise"] as? String == "walks: n1, n2, n3 (ppg, accelerometerX)")
      #expect(parameters["noiseSHA256"] as? String == String(digest.out.prefix(64)))
      for other in scenarios where other["label"] as? String != "walk" {
        for step in try #require(other["steps"] as? [[String: Any]]) {
          #expect((step["parameters"] as? [String: Any])?["noise"] == nil)
        }
      }
    }
  }

  @Test func tornNoiseCostsItsScenarioAndNothingElse() throws {
    try ScenarioProject.with { project in
      #expect(try run(project, "whole").code == 0)
      for number in 1...3 {
        _ = try "time_s,n,a\n0,oops,1\n".written(to: project.folder + "/datasets/walks/n\(number).csv")
      }
      let ending = try run(project, "torn", ["--jobs", "2"])
      #expect(ending.code == 1, "\(ending.err)")
      let whole = try project.text("whole/windows.csv").split(separator: "\n")
      let torn = try project.text("torn/windows.csv").split(separator: "\n")
      #expect(torn.filter { !$0.contains(",walk,") } == whole.filter { !$0.contains(",walk,") })
      let failed = torn.filter { $0.contains(",walk,") }
      #expect(failed.count == 2 * 2 * 2)
      #expect(
        failed.allSatisfy { $0.contains("failed:walk: the noise walks/n") && $0.contains("cannot be read") })
    }
  }

  @Test func otherNoiseIsOtherData() throws {
    try ScenarioProject.with(count: 3) { project in
      try #require(try run(project, "one").code == 0)
      let baseline = try project.run("baseline", "one")
      try #require(baseline.code == 0, "\(baseline.err)")
      _ = try baseline.out.written(to: project.folder + "/base.json")
      try #require(try run(project, "same").code == 0)
      #expect(try project.run("compare", "one", "same").code == 0)
      #expect(try project.run("gate", "same", "--baseline", "base.json").code == 0)
      let same = try project.text("same/gate.md")
      #expect(!same.contains("(SHA-256)"))

      try project.writeNoise(2, phase: 0.5)
      try #require(try run(project, "two").code == 0)
      let compared = try project.run("compare", "one", "two")
      #expect(compared.code == 2)
      #expect(
        compared.err.contains("the scenario \"walk\" is not the same in both: its steps or repeats differ"),
        "\(compared.err)")
      let gate = try project.run("gate", "two", "--baseline", "base.json")
      #expect(gate.code == 2)
      #expect(gate.err.contains("scenario \"walk\" was recordedNoise@1 ("), "\(gate.err)")
    }
  }

  @Test func anInterruptedRunIsNotGoneOnWithOtherNoise() throws {
    try ScenarioProject.with { project in
      let held = try HeldRun(in: project.folder, at: "jump")
      _ = try experiment(
        detectors: "[\"fft\", \(held.detector)]", scenarios: ScenarioProject.scenarios
      ).written(to: project.folder + "/trial.json")
      let ending = try held.ended(by: SIGINT, "run", "trial.json", "--jobs", "1", "--output", "out")
      try #require(ending.code == 130, "\(ending.err)")
      let noise = project.folder + "/datasets/walks/n3.csv"
      try FileManager.default.moveItem(atPath: noise, toPath: project.folder + "/aside")
      try project.writeNoise(3, phase: 0.5)
      let refused = try run(project, "out", ["--resume"])
      #expect(refused.code == 2)
      #expect(
        refused.err.contains(
          "the interrupted run was of another experiment, other data or another build of hreval"),
        "\(refused.err)")
      // The file is as it was, with the minute at which it was written.
      try FileManager.default.removeItem(atPath: noise)
      try FileManager.default.moveItem(atPath: project.folder + "/aside", toPath: noise)
      let resumed = try run(project, "out", ["--resume"])
      #expect(resumed.code == 0, "\(resumed.err)")
      #expect(try run(project, "whole").code == 0)
      #expect(try project.text("out/results.json") == project.text("whole/results.json"))
    }
  }

  @Test func whatADataSetIsLeftOutOfIsSaidEverywhere() throws {
    try ScenarioProject.with { project in
      // `fft` reads the wrist's light, which no lamp reaches.
      _ = try experiment(
        detectors: #"["fft"]"#, scenarios: #"["clean", "flicker", {"scenario": "whiteNoise", "repeats": 2}]"#,
        more: #", "report": {"formats": ["json", "markdown"]}"#
      ).written(to: project.folder + "/lamp.json")
      let check = try project.run("check", "lamp.json")
      #expect(check.code == 0, "\(check.err)")
      let lines = check.out.split(separator: "\n").filter { $0.hasPrefix("  scenario ") }
      #expect(
        lines == [
          "  scenario    clean", "  scenario    flicker; damages nothing that is read of hreval-hdf5",
          "  scenario    whiteNoise (2 repeats)",
        ])
      let ending = try project.run("run", "lamp.json", "--output", "out", "--quiet")
      #expect(ending.code == 0, "\(ending.err)")
      let scenarios = try #require(try project.object("out/results.json")["scenarios"] as? [[String: Any]])
      #expect(scenarios.map { $0["untouched"] as? [String] } == [[], ["hreval-hdf5"], []])
      let report = try project.text("out/report.md")
      let sentence =
        "- The scenario \"flicker\" damages no channel that is read of hreval-hdf5: the windows of that data set are those of the recordings as they are."
      #expect(report.components(separatedBy: sentence).count == 2)
      // A camera's detector beside it is affected.
      let reached = try project.run("check", "trial.json", "--set", #"scenarios=["flicker"]"#)
      #expect(reached.code == 0 && !reached.out.contains("damages nothing"), "\(reached.out)\(reached.err)")
    }
  }

  @Test func aReferenceWithoutBeatsIsRefusedBeforeTheRun() throws {
    try ScenarioProject.with { project in
      _ = try #"""
      {"schemaVersion": 1, "name": "trial", "datasets": [
         {"dataset": "hreval-hdf5", "root": "data", "reference": "heartRate"}],
       "windows": {"windowSeconds": 20, "hopSeconds": 5}, "detectors": ["fft"],
       "scenarios": ["clean",
         "rateStep"]}
      """#.written(to: project.folder + "/rates.json")
      for command in ["check", "run"] {
        let ending = try project.run(command, "rates.json")
        #expect(ending.code == 2)
        #expect(
          ending.err.contains(
            "scenario \"rateStep\" moves beats; the reference \"heartRate\" of \"hreval-hdf5\" has none"),
          "\(ending.err)")
        #expect(ending.err.contains("rates.json:5"), "\(ending.err)")
        #expect(
          ending.err.contains("choose a \"reference\" with beats or an ECG, or leave this data set out"))
      }
      let inspect = try project.run(
        "inspect", "hreval-hdf5", "--root", "data", "--reference", "heartRate", "--scenario", "rateStep")
      #expect(inspect.code == 2 && inspect.err.contains("moves beats"), "\(inspect.err)")
    }
  }
}
