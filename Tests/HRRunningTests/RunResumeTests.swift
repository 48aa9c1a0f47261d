import HRRunTestSupport
import Foundation
@testable import HRSupport
import Testing

@testable import HRRunning

/// A run is resumed only with the experiment, data and program with which it began, and the refusal names what
/// changed.
@Suite struct RunResumeTests {
  /// A study with everything that a run reads: descriptor, table, noise, recorded output, recordings.
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
    ///   - units: number of units after which the run is interrupted; `nil`: it is not.
    ///   - before: called with each result's number, before the result is stored.
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

    func plan() throws -> RunPlan {
      try Experiment(
        ExperimentFile(path: path("trial.json")), plugins: .builtIn, environment: study.environment
      ).plan
    }

    /// Returns the differences that the refusal names.
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
      let again = try trial.run(resuming: true)
      #expect(again.resumedUnits == 6 && again.warnings.isEmpty)
    }
  }

  /// Both for an interrupted run and for a finished one.
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
      // Same size, same time: only the bytes differ.
      #if canImport(Darwin)
        let times = [before.st_atimespec, before.st_mtimespec]
      #else
        let times = [before.st_atim, before.st_mtim]
      #endif
      try #require(utimensat(AT_FDCWD, trial.path(name), times, 0) == 0)
      #expect(try trial.refusal() == "the recording study/r1 (content)")
      // Of a recording without a finished unit only size and time are known, and no result depends on it.
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
      // The finished units are of the old table, and the run continues with it.
      try trial.replace("r2,31", "r2,30", in: "datasets/study/people.table")
      #expect(try trial.run(resuming: true).resumedUnits == 3)
    }
  }

  @Test func aRecordingThatChangesDuringTheRunFails() throws {
    try with { trial in
      // The first unit of r1 has been stored when its file changes; a second worker would read it again.
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

  // MARK: Replaced recordings

  /// Ways in which a recording's file changes its content during a run.
  enum Replacement: CaseIterable {
    case writtenOver, otherFile, otherFileOfSameSizeAndTime

    func perform(_ path: String) throws {
      let text = try String(contentsOfFile: path, encoding: .utf8).replacing("0.0,1.3,", with: "0.0,1.4,")
      let files = FileManager.default
      let time = try #require(files.attributesOfItem(atPath: path)[.modificationDate] as? Date)
      switch self {
      case .writtenOver:
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.write(contentsOf: Data((text + "\n").utf8))
        try file.close()
      case .otherFile, .otherFileOfSameSizeAndTime:
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + ".new"))
        if self == .otherFileOfSameSizeAndTime {
          try files.setAttributes([.modificationDate: time], ofItemAtPath: path)
          try files.setAttributes([.modificationDate: time], ofItemAtPath: path + ".new")
        }
        #expect(rename(path + ".new", path) == 0)
      }
    }
  }

  private func failures(_ outcome: RunSession.Outcome) -> [String?] {
    outcome.results.map { if case .failed(let reason) = $0.outcome { reason } else { nil } }
  }

  /// The file is replaced after the run began and before the recording is read (r2), or between two of its units
  /// (r1).
  @Test(arguments: Replacement.allCases, ["r1", "r2"])
  func aRecordingReplacedDuringTheRunFails(_ replacement: Replacement, _ recording: String) throws {
    try with { trial in
      let path = trial.path("datasets/study/\(recording).csv")
      if replacement == .otherFileOfSameSizeAndTime {
        // The system's times have more digits than those that can be set here.
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
      }
      let outcome = try trial.run { count in
        if count == 1 { #expect(throws: Never.self) { try replacement.perform(path) } }
      }
      let reason = "\(recording).csv was changed or replaced after the run began"
      let expected: [String?] =
        recording == "r1"
        ? [nil, reason, nil, nil, nil, nil] : [nil, nil, reason, reason, nil, nil]
      #expect(outcome.isComplete && failures(outcome) == expected)
      if replacement == .otherFileOfSameSizeAndTime, recording == "r2" {
        // The rows are unchanged.
        #expect(try failures(trial.run(resuming: true)) == expected)
      } else {
        #expect(try trial.refusal().hasPrefix("the recording study/\(recording) ("))
      }
    }
  }

  /// A change of anything but content fails no recording.
  @Test func rightsAndAnotherNameAreNoReplacement() throws {
    try with { trial in
      let path = trial.path("datasets/study/r2.csv")
      let outcome = try trial.run { count in
        guard count == 1 else { return }
        chmod(path, 0o640)
        link(path, trial.path("py/second-name"))
      }
      #expect(failures(outcome).allSatisfy { $0 == nil })
    }
  }

  // MARK: A finished run whose store is damaged

  /// Positions of the parts of a store: the plan, each result, and the end.
  private func places(in bytes: Data) -> (plan: Int, results: [Int], end: Int) {
    func word(_ place: Int) -> Int {
      (0..<8).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    var place = "\(RunStore.family)\(FormatVersion.store)\n".utf8.count
    place += 8 + word(place)
    let plan = place
    place += 8 + word(place)
    var results: [Int] = []
    while place < bytes.count {
      results.append(place)
      place += 16 + word(place)
    }
    return (plan, results, bytes.count)
  }

  /// Wherever the store is cut off or changed, intact results are kept and the others run again. The final results
  /// equal those of an undamaged run. Only if the beginning is damaged nothing is known, and the message says what
  /// to do.
  @Test func whatIsLostOfAFinishedRunIsRunAgain() throws {
    try with { trial in
      let whole = try trial.run()
      let path = trial.path("run/units.store")
      let bytes = try #require(FileManager.default.contents(atPath: path))
      let (plan, results, end) = places(in: bytes)
      #expect(results.count == 6)
      var damages: [(what: String, bytes: Data, kept: Int?)] = []
      func flip(_ place: Int, _ mask: UInt8, keeps kept: Int?) {
        var damaged = bytes
        damaged[place] ^= mask
        damages.append(("bit \(mask) of byte \(place)", damaged, kept))
      }
      for place in stride(from: 0, to: plan, by: max(1, plan / 12)) { flip(place, 1, keeps: nil) }
      for offset in [0, 7] { flip(plan + offset, 1, keeps: nil) }
      for place in stride(from: plan + 8, to: results[0], by: max(1, (results[0] - plan) / 12)) {
        flip(place, 4, keeps: 6)
      }
      for (first, next) in zip(results, results.dropFirst() + [end]) {
        // Length, checksum, unit, the middle, the last byte.
        for place in [first, first + 5, first + 9, first + 16, (first + next) / 2, next - 1] {
          flip(place, place % 2 == 0 ? 1 : 0x80, keeps: 5)
        }
      }
      for cut in [0, 5, plan, results[0] - 1] {
        damages.append(("cut at \(cut)", bytes.prefix(cut), nil))
      }
      for (index, first) in results.enumerated() {
        for cut in [first, first + 9, first + 200] {
          damages.append(("cut at \(cut)", bytes.prefix(cut), index))
        }
      }
      damages.append(
        ("a hole", bytes.prefix(results[2]) + Data(count: 5000) + bytes.dropFirst(results[2]), 6))
      damages.append(("two lost", bytes.prefix(results[1]) + bytes.dropFirst(results[3]), 4))
      let planned = try trial.plan()
      for (what, damaged, kept) in damages {
        try damaged.write(to: URL(fileURLWithPath: path))
        do {
          let outcome = try trial.run(resuming: true)
          #expect(outcome.isComplete && Array(outcome.results) == Array(whole.results), "\(what)")
          #expect(outcome.resumedUnits >= kept ?? 6, "\(what): kept \(outcome.resumedUnits)")
          let isTold = outcome.warnings.contains { $0.message.hasPrefix("the stored run was damaged") }
          #expect(isTold || outcome.resumedUnits == 6, "\(what)")
          #expect(TextFile.names(in: trial.path("run")) == ["units.store"], "\(what)")
          let content = try RunStore.read(path)
          #expect(content.plan == planned && Array(content.results) == Array(whole.results), "\(what)")
        } catch let refusal as Diagnostics {
          #expect(kept == nil, "\(what): \(refusal)")
          let hint = refusal.first.hint ?? ""
          #expect(
            hint.hasPrefix("leave out --resume") || hint.hasPrefix("run the experiment again"),
            "\(what): \(refusal)")
          // The remedy in the message works.
          #expect(try Array(trial.run().results) == Array(whole.results), "\(what)")
        }
      }
    }
  }

  @Test func aWorkerKnowsTheDescriptorsItIsMeantToRead() throws {
    try with { trial in
      let file = try ExperimentFile(path: trial.path("trial.json"))
      let order = WorkOrder(file: file, environment: trial.study.environment)
      let experiment = try order.experiment(plugins: .builtIn)
      let names = experiment.recordingNames
      let sent = try #require(
        WorkOrder(bytes: order.expecting(experiment.descriptorDigests).bytes(recordings: names)))
      #expect(sent.recordings == names && names.count == 3)
      #expect(sent.objection(to: try sent.experiment(plugins: .builtIn)) == nil)
      try trial.replace("\"name\": \"study\"", "\"name\":  \"study\"", in: "datasets/study/dataset.json")
      let edited = try sent.experiment(plugins: .builtIn)
      #expect(sent.objection(to: edited) == "a descriptor is not as it was when the run began")
      #expect(order.objection(to: edited) == nil)
    }
  }
}
