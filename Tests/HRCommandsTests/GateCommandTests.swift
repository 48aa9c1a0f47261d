import HRTestSupport
import Foundation
import Testing

/// `hreval baseline`, `hreval gate` and `hreval run --gate` as a nightly job runs them.
@Suite(.serialized) struct GateCommandTests {
  @Test func aPlantedRegressionIsNamedEverywhere() throws {
    try withGateNight { night in
      try night.baseline()
      // The same files again: nothing changed.
      let same = try night.run("same", ["--gate", "base.json"])
      #expect(same.code == 0, "\(same.err)\(same.out)")
      // A run that holds prints nothing where that is asked for; the command by itself states the result.
      #expect(same.out.isEmpty && same.err.isEmpty)
      let held = try night.gate("same")
      #expect(
        held.out.contains(
          "The gate holds: all 2 rows are shown not to be worse than the baseline by 0.5 bpm or more."))
      #expect(held.out.contains("gate.md") && held.out.contains("junit.xml"))
      let quiet = try night.gate("same", ["--quiet"])
      #expect(quiet.code == 0 && quiet.out.isEmpty && quiet.err.isEmpty)
      let calm = TestSuites(try night.text("same/junit.xml"))
      #expect(calm.error == nil && calm.cases == ["vendor", "other"])
      #expect(calm.failures.isEmpty && calm.errors.isEmpty)
      #expect(calm.counts == ["tests": "2", "failures": "0", "errors": "0", "skipped": "0"])

      // Every second recording climbs: `activity` is ramp.
      for id in night.ids.enumerated().filter({ $0.offset % 2 == 1 }).map(\.element) {
        try night.write("vendor", id, more: 1)
      }
      let worse = try night.run("worse", ["--gate", "base.json"])
      #expect(worse.code == 1, "\(worse.err)\(worse.out)")
      let sentence =
        "in the group activity: ramp the error rose by +1 bpm (one-sided limits +1 and +1; allowed: 0.5)"
      #expect(worse.out.contains("REGRESSED: vendor, clean: "), "\(worse.out)")
      #expect(worse.out.contains(sentence), "\(worse.out)")
      #expect(worse.out.contains("The gate does not hold: 1 of 2 rows regressed."))
      #expect(!worse.out.contains("REGRESSED: other"))
      // The command repeats the result of the run, word for word.
      let files = try ["gate.md", "junit.xml"].map { try night.text("worse/\($0)") }
      let again = try night.gate("worse", ["--quiet"])
      #expect(again.code == 1)
      // Only the failures and no table.
      #expect(worse.out == again.out && worse.out.hasPrefix("REGRESSED: vendor"))
      #expect(try ["gate.md", "junit.xml"].map { try night.text("worse/\($0)") } == files)
      #expect(files[0].contains("❌ **vendor**, clean: ") && files[0].contains("in the group activity: ramp"))
      let suites = TestSuites(files[1])
      #expect(suites.error == nil && suites.counts["failures"] == "1" && suites.counts["tests"] == "2")
      #expect(suites.failures.count == 1 && suites.failures.first?.test == "vendor")
      #expect(suites.failures.first?.message.contains(sentence) == true)
      // A margin of the command line.
      #expect(try night.gate("worse", ["--margin", "2"]).code == 0)
      #expect(try night.gate("worse/", ["--quiet"]).out == again.out)
    }
  }

  @Test func coverageSilenceAndFailures() throws {
    try withGateNight { night in
      try night.baseline()
      for id in night.ids { try night.write("vendor", id, silentLast: true) }
      let fall = try night.run("fall", ["--gate", "base.json"])
      #expect(fall.code == 1, "\(fall.out)")
      #expect(
        fall.out.contains(
          "REGRESSED: vendor, clean: coverage fell from 100 to 88.89 % (by 11.11 percentage points, allowed: 1)"
        ),
        "\(fall.out)")
      for id in night.ids { _ = try "time,value\n".written(to: night.folder + "/vendor/\(id).csv") }
      let silent = try night.run("silent", ["--gate", "base.json"])
      #expect(silent.code == 1)
      #expect(
        silent.out.contains("REGRESSED: vendor, clean: it no longer gives any estimate"), "\(silent.out)")

      for id in night.ids { try night.write("vendor", id) }
      let victim = night.ids[3]
      try Data("torn".utf8).write(to: URL(fileURLWithPath: night.folder + "/data/\(victim).h5"))
      let torn = try night.run("torn", ["--gate", "base.json"])
      // The failed recording is the run's own failure.
      #expect(torn.code == 1, "\(torn.out)")
      #expect(
        torn.out.contains("cannot tell: vendor, clean: recordings failed: hreval-hdf5/\(victim)"),
        "\(torn.out)")
      #expect(torn.out.contains("The gate cannot tell: in 2 of 2 rows"))
      #expect(try night.gate("torn").code == 2)
      let suites = TestSuites(try night.text("torn/junit.xml"))
      #expect(
        suites.error == nil && suites.failures.isEmpty && suites.errors.map(\.test) == ["vendor", "other"])
      let baseline = try Program.run(["baseline", "torn"], in: night.folder)
      #expect(baseline.code == 2 && baseline.out.isEmpty)
      #expect(baseline.err.contains("recording hreval-hdf5/\(victim) failed, so the run is no baseline"))
    }
  }

  @Test func threeRecordingsCannotTell() throws {
    try withGateNight(count: 3) { night in
      try night.baseline()
      #expect(try night.gate("first").code == 0)
      for id in night.ids { try night.write("vendor", id, more: 1) }
      let fact = try night.run("fact", ["--gate", "base.json"])
      #expect(fact.code == 1, "\(fact.out)")
      #expect(
        fact.out.contains(
          "REGRESSED: vendor, clean: the error rose by +1 bpm (allowed: 0.5), on the 27 of 27 windows that both runs answered; data and noise are the baseline's, so the change has no sampling error"
        ), "\(fact.out)")
      for (index, id) in night.ids.enumerated() { try night.write("vendor", id, more: index == 0 ? 1 : 0) }
      let ending = try night.run("worse", ["--gate", "base.json"])
      #expect(ending.code == 2, "\(ending.out)")
      #expect(
        ending.out.contains(
          "cannot tell: vendor, clean: too few subjects (or recordings): 3, and 5 are needed (change: +0.33 bpm, in one of them +1; allowed: 0.5)"
        ), "\(ending.out)")
      #expect(
        ending.out.contains(
          "The gate cannot tell: in 1 of 2 rows a regression is neither shown nor ruled out."))
      #expect(
        ending.out.contains(
          "note: not judged, with fewer than 5 subjects: activity: rest"))
      let suites = TestSuites(try night.text("worse/junit.xml"))
      #expect(suites.failures.isEmpty && suites.errors.map(\.test) == ["vendor"])
    }
  }

  @Test func whatDoesNotFitIsRefused() throws {
    try withGateNight(count: 3) { night in
      try night.baseline()
      let windows = try night.run("windows", ["--set", "windows.hopSeconds=10", "--gate", "base.json"])
      #expect(windows.code == 2)
      #expect(
        windows.err.contains(
          "the run and its baseline do not fit: the run has 20 s windows every 10 s, the baseline 20 s windows every 5 s"
        ), "\(windows.err)")
      // It was known before the run, which was not started.
      #expect(!FileManager.default.fileExists(atPath: night.folder + "/windows"))
      let fewer = try night.run("fewer", ["--limit", "2"])
      #expect(fewer.code == 0)
      let ending = try night.gate("fewer")
      #expect(ending.code == 2)
      #expect(
        ending.err.contains("the run lacks hreval-hdf5/\(night.ids[2]) of the baseline's recordings"),
        "\(ending.err)")
      #expect(ending.err.contains("make a new baseline: hreval baseline RUN > base.json"))
      // No file is written where no row was judged.
      #expect(!FileManager.default.fileExists(atPath: night.folder + "/fewer/gate.md"))

      let good = try night.text("base.json")
      _ = try good.replacing("\"version\": 4", with: "\"version\": 7").written(
        to: night.folder + "/base.json")
      let version = try night.gate("first")
      #expect(version.code == 2 && version.err.contains("base.json:3"), "\(version.err)")
      // A baseline that cannot be read is reported before the run, not after it.
      let early = try night.run("early", ["--gate", "base.json"])
      #expect(early.code == 2 && !FileManager.default.fileExists(atPath: night.folder + "/early"))
      #expect(try Program.run(["gate", "first", "--baseline", "none.json"], in: night.folder).code == 2)
      #expect(try Program.run(["gate", "nowhere", "--baseline", "base.json"], in: night.folder).code == 2)
      #expect(try Program.run(["gate", "first"], in: night.folder).code == 64)
      for margin in ["-1", "101", "nan", "much"] {
        let ending = try night.gate("first", ["--margin=\(margin)"])
        #expect(ending.code == 64, "\(margin): \(ending.err)")
      }
      #expect(try Program.run(["baseline", "first", "--coverage", "101"], in: night.folder).code == 64)
    }
  }

  @Test func aStoreThatIsNotWholeIsNotJudged() throws {
    try withGateNight(count: 3) { night in
      try night.baseline()
      let path = night.folder + "/first/units.store"
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      try whole.dropLast(7).write(to: URL(fileURLWithPath: path))
      for arguments in [
        ["gate", "first", "--baseline", "base.json"], ["baseline", "first"], ["compare", "first"],
      ] {
        let ending = try Program.run(arguments, in: night.folder)
        #expect(ending.code == 2, "\(arguments): \(ending.out)")
        #expect(
          ending.err.contains("the stored run is damaged: 2 of its 3 units can be read"), "\(ending.err)")
      }
      try FileManager.default.moveItem(atPath: path, toPath: night.folder + "/first/units.partial")
      let unfinished = try night.gate("first")
      #expect(unfinished.code == 2)
      #expect(unfinished.err.contains("the run was interrupted and is not finished"), "\(unfinished.err)")
    }
  }

  @Test func otherNoiseIsNoRegression() throws {
    try withProject(count: 12, seconds: 60) { folder in
      let path = try experiment(
        detectors: #"["fft"]"#,
        scenarios: #"[{"scenario": "whiteNoise", "parameters": {"snrDecibels": -6}}]"#,
        more: #", "strata": ["activity"], "report": {"formats": ["json"]}"#
      ).written(to: folder + "/trial.json")
      func run(_ seed: Int, _ more: [String] = []) throws -> Program.Ending {
        try Program.run(
          [
            "run", path, "--output", folder + "/run\(seed)", "--set", "seed=\(seed)", "--jobs", "2",
            "--quiet",
          ] + more)
      }
      #expect(try run(1).code == 0)
      let figures = try Program.run(["baseline", folder + "/run1"])
      let baseline = try figures.out.written(to: folder + "/base.json")
      for seed in 2...6 {
        let ending = try run(seed, ["--gate", baseline])
        #expect(ending.code != 1, "seed \(seed): \(ending.out)")
        #expect(ending.out.contains("gate.md"))
      }
    }
  }
}
