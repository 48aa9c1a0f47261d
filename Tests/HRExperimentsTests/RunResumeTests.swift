import Foundation
import HRDiagnostics
import Testing

@testable import HRExperiments
@testable import HRRunning

/// A run goes on only with the experiment, data and program that it was begun with, and names what is not as it was.
@Suite struct RunResumeTests {
  /// Two data files' worth of everything that a run reads: descriptor, table, noise, recorded output, recordings.
  private struct Trial {
    let study: ResolverStudy

    init(_ study: ResolverStudy) throws {
      self.study = study
      let descriptor = try String(contentsOfFile: path("datasets/study/dataset.json"), encoding: .utf8)
      try study.write("recording,age\nr1,20\nr2,30\nr3,40\n", "datasets/study/people.table")
      let table =
        #", "metadata": [{"name": "age", "table": "people.table", "keyColumn": "recording", "column": "age", "key": "{recording}"}]}"#
      let end = try #require(descriptor.lastIndex(of: "}"))
      try study.write(descriptor[..<end] + table, "datasets/study/dataset.json")
      try FileManager.default.createDirectory(atPath: path("py"), withIntermediateDirectories: true)
      for index in 1...3 { try study.write("time,value\n9.5,60\n14.5,60\n", "py/r\(index).csv") }
      try study.write(
        ResolverStudy.text(
          detectors:
            #"["fft", {"label": "numpy", "recorded": "py/{recording}.csv", "scenarios": ["clean"]}]"#,
          more:
            #", "scenarios": ["clean", {"label": "walk", "scenario": "recordedNoise", "noise": {"dataset": "blind", "select": ["r1"]}}]"#
        ), "trial.json")
    }

    func path(_ name: String) -> String { "\(study.folder)/\(name)" }

    /// - Parameters:
    ///   - units: interrupts the run after so many; `nil` lets it end.
    ///   - before: called with each result's number, before it is kept.
    func run(
      resuming: Bool = false, units: Int? = nil, experimentFile: String? = nil, overrides: [String] = [],
      executable: String = "/nowhere", before: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> RunSession.Outcome {
      let file = try ExperimentFile(path: experimentFile ?? path("trial.json"), overrides: overrides)
      let experiment = try Experiment(file, plugins: .builtIn, environment: study.environment)
      let session = RunSession(
        order: WorkOrder(file: file, environment: study.environment), experiment: experiment,
        outputDirectory: path("run"), jobs: 0,
        launch: .init(executable: executable, arguments: [], timeoutSeconds: 1))
      let interruption = Interruption()
      return try session.perform(resuming: resuming, interruption: interruption) { progress in
        before(progress.finishedUnits)
        if progress.finishedUnits == units { interruption.trigger() }
      }
    }

    /// What differs, as the refusal names it.
    func refusal(_ overrides: [String] = [], executable: String = "/nowhere") throws -> String {
      do {
        _ = try run(resuming: true, overrides: overrides, executable: executable)
        return "went on"
      } catch let error as Diagnostics {
        let message = error.list.map(\.message).joined(separator: "; ")
        return message.components(separatedBy: "what differs: ").last ?? message
      }
    }

    func replace(_ text: String, _ other: String, in name: String) throws {
      let old = try String(contentsOfFile: path(name), encoding: .utf8)
      try #require(old.contains(text))
      try study.write(old.replacing(text, with: other), name)
    }
  }

  private func with(_ body: (Trial) throws -> Void) throws {
    try ResolverStudy.with(seconds: 12) { try body(Trial($0)) }
  }

  @Test func nothingChangedGoesOn() throws {
    try with { trial in
      #expect(try !trial.run(units: 2).isComplete)
      let outcome = try trial.run(resuming: true)
      #expect(outcome.isComplete && outcome.resumedUnits == 2)
      #expect(try trial.run(resuming: true).resumedUnits == 6)
    }
  }

  /// Both for a run that was interrupted and for one that was finished.
  @Test(arguments: [2, nil]) func everyChangeIsNamed(units: Int?) throws {
    try with { trial in
      _ = try trial.run(units: units)
      func check(_ name: String, _ text: String, _ other: String, _ words: String) throws {
        try trial.replace(text, other, in: name)
        #expect(try trial.refusal() == words)
        try trial.replace(other, text, in: name)
      }
      try check(
        "datasets/study/dataset.json", "\"ppg\": \"ppg\"", "\"ppg\": {\"column\": \"ppg\", \"scale\": 2}",
        "the descriptor datasets/study/dataset.json")
      try check(
        "datasets/study/dataset.json", "\"beat_s\"}}", "\"beat_s\"}, \"offsetSeconds\": 1}",
        "the descriptor datasets/study/dataset.json")
      try check("datasets/study/people.table", "r2,30", "r2,31", "the table datasets/study/people.table")
      try check("py/r2.csv", "9.5,60", "9.5,61", "the recorded output of \"numpy\"")
      try check("datasets/blind/r1.csv", "time_s,ppg", "time_s,ppg ", "the noise blind: r1 (ppg)")
      #expect(try trial.refusal(["seed=9"]) == "the experiment (seed)")
      #expect(
        try trial.refusal(["detectors[0]={\"detector\": \"peak\"}", "windows.hopSeconds=2"])
          == "the experiment (windows.hopSeconds, detectors[0])")
      #expect(
        try trial.refusal(["detectors[1].minimumConfidence=0.5"])
          == "the experiment (detectors[1].minimumConfidence)")
      try trial.study.write("another program", "program")
      #expect(try trial.refusal(executable: trial.path("program")) == "hreval itself")
      #expect(try trial.refusal() == "went on")
    }
  }

  @Test func recordingsGoBySizeAndTimeAndThenByContent() throws {
    try with { trial in
      _ = try trial.run(units: 2)
      let name = "datasets/study/r1.csv"
      var before = stat()
      try #require(stat(trial.path(name), &before) == 0)
      try trial.replace("0.0,1.3,", "0.0,1.4,", in: name)
      #expect(try trial.refusal() == "the recording study/r1 (size or time)")
      // Same size, same time: only the bytes tell.
      #if canImport(Darwin)
        let times = [before.st_atimespec, before.st_mtimespec]
      #else
        let times = [before.st_atim, before.st_mtim]
      #endif
      try #require(utimensat(AT_FDCWD, trial.path(name), times, 0) == 0)
      #expect(try trial.refusal() == "the recording study/r1 (content)")
      // Of a recording that no finished unit is of, size and time are all that is known, and no result is at stake.
      try trial.replace("0.0,1.4,", "0.0,1.3,", in: name)
      try #require(utimensat(AT_FDCWD, trial.path(name), times, 0) == 0)
      #expect(try trial.refusal() == "went on")
    }
  }

  @Test func recordingsThatOneRunLacksAreNamed() throws {
    try with { trial in
      _ = try trial.run(units: 2)
      for name in ["r4.csv", "r4_beats.csv"] {
        try FileManager.default.copyItem(
          atPath: trial.path("datasets/study/" + name.replacing("r4", with: "r3")),
          toPath: trial.path("datasets/study/" + name))
      }
      #expect(
        try trial.refusal() == "the recorded output of \"numpy\", the recording study/r4 (only in this run)")
      for name in ["r3.csv", "r3_beats.csv", "r4.csv", "r4_beats.csv"] {
        try FileManager.default.removeItem(atPath: trial.path("datasets/study/" + name))
      }
      #expect(
        try trial.refusal()
          == "the recorded output of \"numpy\", the recording study/r3 (only in the earlier run)")
    }
  }

  @Test func theWayToTheFilesDoesNotMatter() throws {
    try with { trial in
      _ = try trial.run(units: 2)
      let folder = URL(fileURLWithPath: trial.study.folder)
      let roundabout = "\(folder.deletingLastPathComponent().path)/./\(folder.lastPathComponent)/trial.json"
      #expect(try trial.run(resuming: true, experimentFile: roundabout).resumedUnits == 2)
    }
  }

  @Test func aChangeDuringTheRunEndsIt() throws {
    try with { trial in
      let problems = #expect(throws: Diagnostics.self) {
        _ = try trial.run { count in
          guard count == 3 else { return }
          try? trial.study.write("recording,age\nr1,20\nr2,31\nr3,40\n", "datasets/study/people.table")
        }
      }
      #expect(problems?.list.first?.message.hasPrefix("the file changed while the run was going on") == true)
      #expect(problems?.list.first?.place?.file.hasSuffix("people.table") == true)
      // What was finished is of the old table, and goes on with it.
      try trial.replace("r2,31", "r2,30", in: "datasets/study/people.table")
      #expect(try trial.run(resuming: true).resumedUnits == 3)
    }
  }

  @Test func aRecordingThatChangesDuringTheRunFails() throws {
    try with { trial in
      // The first unit of r1 has been kept when its file changes; a second worker would read it anew.
      _ = try trial.run(units: 1)
      let file = try ExperimentFile(path: trial.path("trial.json"))
      let experiment = try Experiment(file, plugins: .builtIn, environment: trial.study.environment)
      var runner = UnitRunner(experiment)
      var witness = RunWitness(experiment)
      #expect(try witness.objection(to: runner.result(of: experiment.units[0])) == nil)
      try trial.replace("0.0,1.3,", "0.0,1.4,", in: "datasets/study/r1.csv")
      var other = UnitRunner(experiment)
      let objection = try witness.objection(to: other.result(of: experiment.units[1]))
      #expect(objection == "the recording changed while the run was going on")
    }
  }

  @Test func aWorkerKnowsTheDescriptorsItIsMeantToRead() throws {
    try with { trial in
      let file = try ExperimentFile(path: trial.path("trial.json"))
      let order = WorkOrder(file: file, environment: trial.study.environment)
      let experiment = try order.experiment(plugins: .builtIn)
      let names = experiment.recordingNames
      let (sent, found) = try WorkOrder.read(
        order.expecting(experiment.descriptorDigests).bytes(recordings: names))
      #expect(found == names && names.count == 3)
      #expect(sent.objection(to: try sent.experiment(plugins: .builtIn)) == nil)
      try trial.replace("\"name\": \"study\"", "\"name\":  \"study\"", in: "datasets/study/dataset.json")
      let edited = try sent.experiment(plugins: .builtIn)
      #expect(sent.objection(to: edited) == "a descriptor is not as it was when the run began")
      #expect(order.objection(to: edited) == nil)
    }
  }
}
