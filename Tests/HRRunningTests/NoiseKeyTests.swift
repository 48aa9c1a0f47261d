import HRRunTestSupport
import Foundation
import HRSupport
import HRPlugins
import HRRecordings
import HRSignals
import Testing

@testable import HRRunning
@testable import HRStatistics

/// `noise` of a scenario: refusals, the random choice, and the effect of a file that cannot be read.
@Suite struct NoiseKeyTests {
  private static func walk(_ noise: String = #"{"dataset": "walks"}"#, repeats: Int = 1) -> String {
    #"{"label": "walk", "scenario": "recordedNoise", "noise": \#(noise), "repeats": \#(repeats)}"#
  }

  @Test(arguments: [
    (
      #""recordedNoise""#, "scenario \"recordedNoise\" needs \"noise\": a recording to take it from",
      "for example \"noise\": { \"dataset\": \"my-noise\", \"channels\": [\"ppg\"] }"
    ),
    (
      #"{"scenario": "recordedNoise"}"#,
      "scenario \"recordedNoise\" needs \"noise\": a recording to take it from", nil
    ),
    (
      #"{"steps": ["clean", "recordedNoise"]}"#,
      "scenario \"recordedNoise\" needs \"noise\": a recording to take it from", nil
    ),
    (
      #"{"scenario": "whiteNoise", "noise": {"dataset": "walks"}}"#,
      "scenario \"whiteNoise\" takes no \"noise\"", "recordedNoise does"
    ),
    (
      #"{"steps": ["clean", {"scenario": "rateStep", "noise": {"dataset": "walks"}}]}"#,
      "scenario \"rateStep\" takes no \"noise\"", nil
    ),
    (walk(#"{"dataset": "wlaks"}"#), "there is no data set \"wlaks\"", "did you mean \"walks\"?"),
    (walk(#"{"dataset": "walks", "select": ["n9"]}"#), "\"n9\"", nil),
    (
      walk(#"{"dataset": "walks", "root": "nowhere"}"#),
      "the folder of the data set \"walks\" does not exist", nil
    ),
    (
      walk(#"{"dataset": "walks", "channels": ["ppg", "green", "blue"]}"#),
      "the data set \"walks\" has no channel green, blue", "it has ppg, accelerometerX"
    ),
    (walk(#"{"dataset": "walks", "channels": ["grene"]}"#), "grene", nil),
    (walk(#"{"dataset": "walks", "channels": []}"#), "channels", nil),
    (
      walk(#"{"dataset": "walks", "chanels": ["ppg"]}"#), "unknown key \"chanels\"",
      "did you mean \"channels\"?"
    ),
    (walk(#"{"channels": ["ppg"]}"#), "dataset", nil),
    (walk(#""walks""#), "expected an object ({ … }), found the text \"walks\"", nil),
  ])
  func whatIsWrongIsSaidBeforeTheRun(_ scenario: String, _ message: String, _ hint: String?) throws {
    try ScenarioStudy.with { study in
      let problems = try study.problems("\"clean\"", scenario)
      #expect(problems.count == 1, "\(problems.map(\.message))")
      let problem = try #require(problems.first)
      #expect(problem.message.contains(message), "\(problem.message)")
      if let hint { #expect(problem.hint?.contains(hint) == true, "\(problem.hint ?? "no hint")") }
      // The entry is in line 4 of the text.
      if problem.place?.file.hasSuffix("trial.json") == true { #expect(problem.place?.line == 4) }
    }
  }

  @Test func eachTrialDrawsARecordingInTheOrderOfItsChannels() throws {
    try ScenarioStudy.with { study in
      let experiment = try study.experiment(
        Self.walk(#"{"dataset": "walks", "channels": ["accelerometerX", "ppg"]}"#, repeats: 30))
      let plan = experiment.scenarios[0]
      let step = plan.steps[0]
      #expect(step.noise?.text == "walks: n1, n2, n3 (accelerometerX, ppg)")
      let noise = try #require(step.noise)
      let written = try noise.dataset.recordings.map { entry in
        let channels = try noise.dataset.load(entry, reference: false).channels
        return [channels[.accelerometerX]?.uniform(), channels[.ppg]?.uniform()]
      }
      #expect(written.count == 3)
      var cache = ScenarioSupplies()
      var drawn: [Int] = []
      for repetition in 0..<30 {
        _ = try plan.apply(
          to: Channels(), reference: .none, seed: 1, recording: "x", repetition: repetition
        ) { (step, random) throws(ScenarioFailure) in
          let signals = try cache.signals(for: step, random: random)
          drawn.append(written.firstIndex { $0 == signals } ?? -1)
          return .init(noise: signals)
        }
      }
      #expect(drawn.count == 30 && !drawn.contains(-1))
      // In thirty draws among three, one is left out with a chance of 3 · (2/3)^30 = 2e-5; the seed is fixed.
      #expect(Set(drawn) == [0, 1, 2])
      let tables = try experiment.tables(of: "walk")
      #expect(tables.count == 60 && tables[0].estimates != tables[1].estimates)
    }
  }

  @Test func theFirstChannelIsTakenWhereNoneIsNamed() throws {
    try ScenarioStudy.with { study in
      let silent = try study.experiment(Self.walk())
      #expect(silent.scenarios[0].steps[0].noise?.channels == [.ppg])
      let named = try study.experiment(Self.walk(#"{"dataset": "walks", "channels": ["ppg"]}"#))
      #expect(try silent.damaged("walk") == named.damaged("walk"))
      let other = try study.experiment(Self.walk(#"{"dataset": "walks", "channels": ["accelerometerX"]}"#))
      #expect(try silent.damaged("walk") != other.damaged("walk"))
      #expect(
        RunPlan.StageNote(silent.scenarios[0].steps[0]).text.contains(", noise walks: n1, n2, n3 (ppg), "))
    }
  }

  @Test func oneNameInTwoFoldersIsTwoNoises() throws {
    try ScenarioStudy.with { study in
      try study.writeNoise("other/walks", seed: 2.1)
      func entry(_ label: String, _ root: String) -> String {
        #"{"label": "\#(label)", "scenario": "recordedNoise", "noise": {"dataset": "walks", "root": "datasets/\#(root)"}}"#
      }
      let (here, there) = (entry("here", "walks"), entry("there", "other/walks"))
      let both = try study.experiment(here, there)
      let turned = try study.experiment(there, here)
      for (label, text) in [("here", here), ("there", there)] {
        let alone = try study.experiment(text).tables(of: label)
        for experiment in [both, turned] {
          let found = experiment.results().filter {
            experiment.scenarios[experiment.units[$0.unit].scenario].label == label
          }
          #expect(found.map(\.outcome) == alone.map { .windows($0) }, "\(label)")
        }
      }
      #expect(both.noises.count == 2)
    }
  }

  @Test func whatTheNoiseWasStandsInThePlan() throws {
    try ScenarioStudy.with { study in
      func digest(_ scenario: String) throws -> String? {
        try study.experiment(scenario).plan.scenarios[0].steps[0].parameters
          .first { $0.name == "noiseSHA256" }?.value
      }
      let one = Self.walk(#"{"dataset": "walks", "select": ["n2"]}"#)
      let file = try Data(contentsOf: URL(fileURLWithPath: "\(study.folder)/datasets/walks/n2.csv"))
      #expect(try digest(one) == ContentHash.digest(of: Array(file)))
      let all = try digest(Self.walk())
      #expect(all?.count == 64)
      #expect(try digest("\"clean\"") == nil)
      // The facts list the files of the recordings only.
      #expect(try study.experiment(one).results().allSatisfy { $0.facts.files.count == 2 })
      try study.writeNoise("walks", seed: 0.71)
      #expect(try digest(Self.walk()) != all)
    }
  }

  @Test(arguments: [
    ("torn", "time_s,n,a\n0,1,2\n0.1,oops,1\n", "n2 cannot be read: "),
    ("empty", "time_s,n,a\n", "n2 cannot be read: "),
    ("flat", "time_s,n,a\n0,1,0\n0.1,1,0\n0.2,1,0\n0.3,1,0\n", "is given noise whose channel 1 is flat"),
  ])
  func noiseThatCannotBeUsedCostsItsScenarioOnly(_ what: String, _ text: String, _ reason: String) throws {
    try ScenarioStudy.with { study in
      let clean = try study.experiment("\"clean\"").tables(of: "clean")
      let whole = try study.experiment(
        "\"clean\"", Self.walk(#"{"dataset": "walks", "select": ["n2"]}"#),
        #"{"label": "other", "scenario": "recordedNoise", "noise": {"dataset": "walks", "select": ["n1"]}}"#)
      let other = try whole.tables(of: "other")
      try study.write(text, "datasets/walks/n2.csv")
      let results = whole.results()
      #expect(results.count == 6)
      for (index, recording) in [0, 3].enumerated() {
        #expect(results[recording].outcome == .windows(clean[index]), "\(what)")
        #expect(results[recording + 2].outcome == .windows(other[index]), "\(what)")
        guard case .failed(let words) = results[recording + 1].outcome else {
          Issue.record("\(what): no failure")
          continue
        }
        #expect(words.contains(reason), "\(words)")
        #expect(words.hasPrefix("walk: "), "\(words)")
        #expect(what == "flat" || words.hasPrefix("walk: the noise walks/n2 cannot be read: "), "\(words)")
        // The facts of the recording, which was read, are known all the same.
        #expect(results[recording + 1].facts == results[recording].facts)
      }
    }
  }

  /// The noise exists when the experiment is resolved, and is gone when it is run.
  @Test func noiseThatIsGoneIsNamedAndTheRunGoesOn() throws {
    try ScenarioStudy.with { study in
      let experiment = try study.experiment(
        "\"clean\"", Self.walk(#"{"dataset": "walks", "select": ["n2"]}"#))
      try FileManager.default.removeItem(atPath: study.folder + "/datasets/walks/n2.csv")
      let results = experiment.results()
      #expect(results.count == 4)
      for result in [results[1], results[3]] {
        guard case .failed(let words) = result.outcome else {
          Issue.record("no failure")
          continue
        }
        #expect(words.contains("n2"), "\(words)")
      }
    }
  }
}
