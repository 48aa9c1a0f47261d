import HRRunTestSupport
import Foundation
import HRSupport
import HRSignals
import Testing

@testable import HRRunning

/// The pass over a finished run that stores signals, and its keys.
@Suite struct SignalPassTests {
  private func session(_ study: ResolverStudy, _ overrides: [String] = []) throws -> RunSession {
    let file = try ExperimentFile(path: "\(study.folder)/trial.json", overrides: overrides)
    let experiment = try Experiment(file, plugins: .builtIn, environment: study.environment)
    return RunSession(
      order: WorkOrder(file: file, environment: study.environment), experiment: experiment,
      outputDirectory: "\(study.folder)/run", jobs: 0,
      launch: .init(executable: "/nowhere", arguments: [], timeoutSeconds: 1))
  }

  private func with(_ body: (ResolverStudy) throws -> Void) throws {
    try ResolverStudy.with { study in
      for index in 1...3 { try study.write("time,value\n9.5,60\n14.5,60\n", "py/r\(index).csv") }
      try study.write(
        ResolverStudy.text(
          detectors:
            #"["peak", "fft", {"label": "numpy", "recorded": "py/{recording}.csv", "scenarios": ["clean"]}]"#,
          more: #", "scenarios": ["clean", "whiteNoise"], "keepSignals": true"#), "trial.json")
      try body(study)
    }
  }

  private func keep(
    _ session: RunSession, resuming: Bool = false, interruption: Interruption = Interruption(),
    before: () throws -> Void = {}
  ) throws -> KeptSignals? {
    let outcome = try session.perform(resuming: resuming, interruption: Interruption()) { _ in }
    try before()
    return try session.keepSignals(of: outcome, interruption: interruption) { _, _ in }
  }

  private func stored(_ study: ResolverStudy) throws -> KeptSignals? {
    let folder = "\(study.folder)/run"
    return SignalStore.read(in: folder, of: try RunStore.read(RunStore.path(in: folder)))
  }

  @Test func fourWindowsOfEachRowAreKept() throws {
    try with { study in
      let session = try session(study)
      let kept = try #require(try keep(session))
      #expect(kept.windows.count == 2 * 2 * 4)
      #expect(kept.notes == ["numpy: recorded output, so what it was shown is not known"])
      let units = session.plan.units
      #expect(
        kept.windows.map { [units[$0.unit].scenario, $0.detector] }
          == [[0, 0], [0, 1], [1, 0], [1, 1]].flatMap { Array(repeating: $0, count: 4) })
      #expect(kept.windows.allSatisfy { $0.seen.map(\.name) == ["ppg"] && $0.referenceBPM != nil })
      #expect(try stored(study) == kept)
    }
  }

  /// The key changes no result: a run is resumed, or a finished one used again, with another value.
  @Test func aFinishedRunIsResumedForItsSignals() throws {
    try with { study in
      #expect(try keep(session(study, ["keepSignals=false"])) == nil && stored(study) == nil)
      let resumed = try keep(session(study), resuming: true)
      let few = try keep(session(study, [#"keepSignals={"worst": 1}"#]), resuming: true)
      #expect(resumed?.windows.count == 16 && few?.windows.map(\.why) == [.worst, .worst, .worst, .worst])
      #expect(try stored(study) == few)
      // If signals are no longer asked for, the old ones are removed.
      #expect(try keep(session(study, [#"keepSignals={"worst": 0}"#]), resuming: true) == nil)
      #expect(try stored(study) == nil)
    }
  }

  @Test func anInterruptedPassKeepsNothing() throws {
    try with { study in
      let interruption = Interruption()
      let kept = try keep(session(study), interruption: interruption) { interruption.trigger() }
      let stored = try stored(study)
      #expect(kept == nil && stored == nil)
    }
  }

  @Test func whatFailsOrChangedThisTimeIsANote() throws {
    try with { study in
      let kept = try #require(
        try keep(session(study, [#"keepSignals={"random": 5}"#])) {
          let path = "\(study.folder)/datasets/study/r2.csv"
          let text = try String(contentsOfFile: path, encoding: .utf8)
          try study.write(text.replacing("0.0,1.3,", with: "0.0,1.4,"), "datasets/study/r2.csv")
          try study.write("torn", "datasets/study/r3.csv")
        })
      let units = try session(study).plan.units
      #expect(Set(kept.windows.map { units[$0.unit].recording }) == [0])
      let notes = kept.notes.dropFirst()
      #expect(
        notes.first == "study/r2: no signals are kept: the recording changed after it was run")
      #expect(notes.last?.hasPrefix("study/r3: no signals are kept: ") == true && notes.count == 2)
      #expect(try stored(study) == kept)
    }
  }

  // MARK: Keys

  @Test func keysAreReadAndKept() throws {
    try ResolverStudy.with { study in
      let none = try study.experiment(ResolverStudy.text())
      #expect(none.question == nil && none.acceptableDifferenceBPM == nil && none.keptSignals == nil)
      let plan = try study.experiment(
        ResolverStudy.text(more: #", "question": "Which?", "acceptable": {"differenceBPM": 5}"#)
      ).plan
      #expect(plan.question == "Which?" && plan.acceptableDifferenceBPM == 5)
      func quota(_ value: String) throws -> SignalQuota? {
        try study.experiment(ResolverStudy.text(more: #", "keepSignals": \#(value)"#)).keptSignals
      }
      #expect(try quota("true") == SignalQuota(worst: 2, median: 1, random: 1))
      #expect(try quota(#"{"worst": 1, "random": 3}"#) == SignalQuota(worst: 1, median: 0, random: 3))
      #expect(try quota("false") == nil && quota("{}") == nil)
    }
  }

  @Test func everyMistakeInThemIsSaid() throws {
    try ResolverStudy.with { study in
      let problems = try study.problems(
        ResolverStudy.text(
          more:
            #", "question": "Which\nand why?", "acceptable": {"differenceBPM": 0}, "keepSignals": {"worst": 21, "best": 1}"#
        ))
      #expect(
        problems.map(\.message) == [
          "the question has a line break or another control character",
          "\"differenceBPM\" is 0, outside its range 0.01 to 1000",
          "\"worst\" is 21, outside its range 0 to 20", "unknown key \"best\" in \"keepSignals\"",
        ])
      let others = try study.problems(
        ResolverStudy.text(more: #", "question": " ", "acceptable": {}, "keepSignals": 3"#))
      #expect(others.count == 3 && others.first?.message == "the question is empty")
    }
  }
}
