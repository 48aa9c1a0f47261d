import HRRunTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRunning
@testable import HREvaluation
@testable import HRStatistics

/// Recorded output is compared with detectors only if it got the same input, or may have.
@Suite struct RecordedScenarioTests {
  private static let burst = #", "scenarios": ["clean", "motionBursts"]"#

  private func recorded(_ path: String, more: String = "") -> String {
    #"["fft", {"label": "numpy", "recorded": "\#(path)"\#(more)}]"#
  }

  /// Readings of one rate at the end of every window.
  private func write(_ bpm: Double, _ path: String, in study: ResolverStudy) throws {
    let folder = (study.folder + "/" + path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try study.write("time,value\n" + [9.5, 14.5, 19.5].map { "\($0),\(bpm)\n" }.joined(), path)
  }

  private func refusal(_ study: ResolverStudy, _ detectors: String, _ more: String) throws -> Diagnostic {
    let problems = try study.problems(ResolverStudy.text(detectors: detectors, more: more))
    #expect(problems.count == 1, "\(problems.map(\.message))")
    let problem = try #require(problems.first)
    #expect(problem.place?.line != nil)
    return problem
  }

  @Test func thePlanNotesWhatTheFilesHold() throws {
    try ResolverStudy.with(seconds: 2) { study in
      try write(60, "py/r1.csv", in: study)
      try write(61, "py/r2.csv", in: study)
      func digest() throws -> String {
        let plan = try study.experiment(ResolverStudy.text(detectors: recorded("py/{recording}.csv"))).plan
        #expect(plan.datasets.allSatisfy { $0.descriptorSHA256?.count == 64 })
        #expect(
          plan.detectors[1].detector.parameters.map(\.name) == [
            "path", "recordedSHA256", "stable", "strict", "minimumConfidence",
          ])
        #expect(plan.detectors[1].detector.parameters[0].value == "py/{recording}.csv")
        return plan.detectors[1].detector.parameters[1].value
      }
      let first = try digest()
      #expect(first.count == 64)
      #expect(try digest() == first)
      try write(62, "py/r2.csv", in: study)
      let second = try digest()
      // The third recording had no file before.
      try write(62, "py/r3.csv", in: study)
      #expect(Set([first, second, try digest()]).count == 3)
    }
  }

  @Test func outputOfCleanSignalsIsNoEvidenceUnderDamage() throws {
    try ResolverStudy.with(seconds: 2) { study in
      for index in 1...3 { try write(60, "py/r\(index).csv", in: study) }
      try write(60, "py/clean/r1.csv", in: study)
      let problem = try refusal(study, recorded("py/{recording}.csv"), Self.burst)
      #expect(
        problem.message
          == "the recorded output \"numpy\" cannot have seen what the scenario \"motionBursts\" does to the signals: its path does not name {scenario}"
      )
      #expect(
        problem.hint
          == "record one file for each, \"recorded\": \"py/{scenario}/{recording}.csv\"; or write \"scenarios\": [\"clean\"], which gives it rows there only"
      )
      // Moved beats are damage too, several scenarios are one problem, and repeats need a file each.
      let more = try refusal(
        study, recorded("py/{recording}.csv"),
        #", "scenarios": ["rateStep", {"scenario": "whiteNoise", "repeats": 3}]"#)
      #expect(
        more.message
          == "the recorded output \"numpy\" cannot have seen what 2 scenarios (rateStep, whiteNoise) do to the signals: its path does not name {scenario} or {repeat}"
      )
      #expect(
        more.hint
          == "record one file for each, \"recorded\": \"py/{scenario}/{repeat}/{recording}.csv\"")
      let repeats = try refusal(
        study, recorded("py/{scenario}/{recording}.csv"),
        #", "scenarios": [{"label": "clean", "scenario": "whiteNoise", "repeats": 3}]"#
      )
      #expect(
        repeats.message
          == "the recorded output \"numpy\" is the same for all repeats of the scenario \"clean\": its path does not name {repeat}"
      )
    }
  }

  @Test func undamagedRepeatsAreTheSameSignals() throws {
    try ResolverStudy.with(seconds: 2) { study in
      try write(60, "py/r1.csv", in: study)
      let text = ResolverStudy.text(
        detectors: recorded("py/{recording}.csv"),
        more: #", "scenarios": ["clean", {"label": "again", "scenario": "clean", "repeats": 2}]"#)
      #expect(try study.problems(text).isEmpty)
    }
  }

  @Test func aDetectorHasRowsWhereItsEntrySays() throws {
    try ResolverStudy.with { study in
      for index in 1...3 { try write(60, "py/r\(index).csv", in: study) }
      let experiment = try study.experiment(
        ResolverStudy.text(
          detectors: recorded("py/{recording}.csv", more: #", "scenarios": ["clean"]"#),
          more: Self.burst + #", "baseline": "numpy", "strata": ["dataset"]"#))
      var runner = UnitRunner(experiment)
      let plan = experiment.plan
      let evaluation = Evaluation(plan: plan, results: experiment.units.map { runner.result(of: $0) })
      #expect(evaluation.rows.map { [$0.scenario, $0.detector] } == [[0, 0], [0, 1], [1, 0]])
      #expect(evaluation.strata.map { $0.rows.count } == [3])
      #expect(plan.rowCount == 3)
      #expect(plan.detectors[1].scenarios == ["clean"])
      #expect(
        plan.detectors[1].detector.text.hasPrefix(
          "recorded@2 (path py/{recording}.csv, recordedSHA256 "))
      #expect(evaluation.declaredComparison?.contrasts.map(\.scenario) == ["clean"])
      #expect(
        evaluation.declaredComparison?.unpaired == [
          "fft is not compared in motionBursts: numpy has no rows there"
        ])
      for result in evaluation.results {
        #expect(try UnitResult(bytes: result.bytes) == result)
      }
    }
  }

  @Test func aSweepsLabelMeansAllOfIt() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let sweep =
        #", "scenarios": ["clean", {"label": "white {snrDecibels} dB", "scenario": "whiteNoise", "parameters": {"snrDecibels": [10, 0]}}]"#
      func scenarios(_ list: String) throws -> [String]? {
        try study.experiment(
          ResolverStudy.text(
            detectors: #"["fft", {"detector": "peak", "scenarios": \#(list)}]"#, more: sweep)
        ).detectors[1].scenarios
      }
      #expect(try scenarios(#"["white {snrDecibels} dB"]"#) == ["white 10 dB", "white 0 dB"])
      #expect(try scenarios(#"["white 0 dB", "clean"]"#) == ["clean", "white 0 dB"])
      let unknown = try refusal(
        study, #"["fft", {"detector": "peak", "scenarios": ["white 5 dB"]}]"#, sweep)
      #expect(unknown.message == "the experiment has no scenario \"white 5 dB\"")
      #expect(unknown.hint == "did you mean \"white 0 dB\"?")
    }
  }

  @Test func everyScenarioHasADetectorAndEveryBaselineAScenario() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let clean = #"{"detector": "fft", "scenarios": ["clean"]"#
      let alone = try refusal(study, "[\(clean)}]", Self.burst)
      #expect(alone.message == "no detector has rows in the scenario \"motionBursts\"")
      let burst = #"{"detector": "peak", "scenarios": ["motionBursts"]"#
      let own = try refusal(study, #"[\#(clean)}, \#(burst), "baseline": "fft"}]"#, Self.burst)
      #expect(
        own.message == "the baseline \"fft\" has rows in no scenario of what is compared with it")
      let common = try refusal(study, "[\(clean)}, \(burst)}]", Self.burst + #", "baseline": "fft""#)
      #expect(common.message == own.message)
      let usual = ResolverStudy.text(
        detectors: #"[\#(clean)}, \#(burst)}, "constant"]"#, more: Self.burst + #", "baseline": "fft""#)
      #expect(try study.problems(usual).isEmpty)
    }
  }

  @Test func eachTrialHasAFileOfItsOwn() throws {
    try ResolverStudy.with { study in
      try write(60, "py/clean/1/r1.csv", in: study)
      try write(61, "py/a%2Fb/1/r1.csv", in: study)
      try write(62, "py/a%2Fb/2/r1.csv", in: study)
      let experiment = try study.experiment(
        ResolverStudy.text(
          detectors: recorded("py/{scenario}/{repeat}/{recording}.csv"),
          more: #", "scenarios": ["clean", {"label": "a/b", "scenario": "whiteNoise", "repeats": 2}]"#))
      var runner = UnitRunner(experiment)
      let answers = try experiment.units.map { unit -> String in
        guard case .windows(let table) = runner.result(of: unit).outcome else { return "failed" }
        let column = try #require(table.estimates[1])
        let cell = try #require(column.cells.first)
        return cell.hasValue ? "\(cell.bpm)" : column.outcome(of: cell).text
      }
      // There is no file of the other two recordings.
      #expect(answers == ["60.0", "61.0", "62.0"] + Array(repeating: "abstained:recordMissing", count: 6))
    }
  }

  @Test func oneFileIsNotTakenForTwoThings() throws {
    try ResolverStudy.with(seconds: 2) { study in
      for name in ["all.csv", "Ar1.csv", "a1r1.csv"] { try write(60, name, in: study) }
      let all = try refusal(study, recorded("all.csv"), "")
      #expect(all.message == "one file of recorded output would stand for study/r1 and for study/r2")
      #expect(all.hint == "name {recording} in the path")
      let folded = try refusal(
        study, recorded("{scenario}{recording}.csv"),
        #", "scenarios": [{"label": "A", "scenario": "whiteNoise"}, {"label": "a", "scenario": "whiteNoise"}]"#
      )
      #expect(
        folded.message
          == "one file of recorded output would stand for study/r1 in \"A\" and for study/r1 in \"a\"")
      #expect(folded.hint?.contains("more than capitals") == true)
      let joined = try refusal(
        study, recorded("{scenario}{repeat}{recording}.csv"),
        #", "scenarios": [{"label": "a", "scenario": "whiteNoise", "repeats": 11}, {"label": "a1", "scenario": "whiteNoise", "repeats": 2}]"#
      )
      #expect(joined.message.contains("study/r1 in \"a\", repeat 11 and for study/r1 in \"a1\", repeat 1"))
    }
  }

  /// The damaged recordings must exist before any output can be recorded of them.
  @Test func outputMayBeToCome() throws {
    try ResolverStudy.with(seconds: 2) { study in
      try study.write(
        ResolverStudy.text(detectors: recorded("py/{scenario}/{recording}.csv"), more: Self.burst),
        "trial.json")
      let file = try ExperimentFile(path: "\(study.folder)/trial.json")
      #expect(throws: Diagnostics.self) {
        try Experiment(file, plugins: .builtIn, environment: study.environment)
      }
      let experiment = try Experiment(
        file, plugins: .builtIn, environment: study.environment, needsRecorded: false)
      #expect(experiment.scenarios.map(\.label) == ["clean", "motionBursts"])
    }
  }

  @Test func otherPlaceholdersAreMistakes() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let unknown = try refusal(study, recorded("{recordin}.csv"), "")
      #expect(unknown.message == "nothing can be filled in for {recordin}")
      #expect(unknown.hint == "did you mean \"recording\"?")
      let open = try refusal(study, recorded("{recording.csv"), "")
      #expect(open.message == "the path has a { without its }")
      #expect(open.hint?.contains("{repeat}") == true)
    }
  }
}
