import Foundation
import HRSupport
import HRStatistics
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

@Suite struct StoredResultsTests {
  private static let evaluation = ExampleEvaluation.evaluation
  private static let text = evaluation.stored.json.rendered()

  @Test func whatIsWrittenReadsBack() throws {
    let run = ExampleHistory.stored(Self.evaluation, folder: "a/b")
    let plan = Self.evaluation.plan
    #expect(run.folder == "a/b" && run.name == plan.name && run.seed == 7 && run.mode == plan.mode)
    #expect(run.description == plan.description && run.hreval == plan.hreval)
    #expect(run.windows.windowSeconds == 20 && run.windows.hopSeconds == 5)
    #expect(run.windows.described == plan.windowsDescribed && run.tolerance == plan.tolerance)
    #expect(run.datasets == plan.datasets)
    #expect(run.detectors.map(\.label) == plan.detectors.map(\.label))
    #expect(run.detectors.map(\.extractors) == plan.detectors.map(\.extractors))
    #expect(run.detectors.map(\.filters) == plan.detectors.map(\.filters))
    #expect(run.detectors.map(\.detector) == plan.detectors.map(\.detector))
    #expect(run.scenarios.map(\.label) == plan.scenarios.map(\.label))
    #expect(run.scenarios.map(\.familyLabel) == plan.scenarios.map(\.familyLabel))
    #expect(run.scenarios.map(\.steps) == plan.scenarios.map(\.steps))
    #expect(run.scenarios.map(\.swept) == plan.scenarios.map(\.swept))
    #expect(run.scenarios.map(\.repeats) == plan.scenarios.map(\.repeats))
    #expect(run.definitions.metrics.map(\.definition) == Metric.columns.map(\.definition))
    #expect(run.definitions.clusters == "subjects")
    #expect(run.recordings.map(\.id) == Self.evaluation.recordings.map(\.id))
    #expect(run.recordings.map(\.failure) == Self.evaluation.recordings.map(\.failure))
    #expect(run.strata.map(\.value) == Self.evaluation.strata.map(\.value))
    #expect(run.strata.map(\.rows.count) == Self.evaluation.strata.map(\.rows.count))
  }

  @Test func whatIsReadIsWhatWasWritten() throws {
    let (read, written) = (try Self.read(Self.text).results, Self.evaluation.stored)
    #expect(read.hreval == written.hreval && read.plan.json == written.plan.json)
    #expect(read.definitions == written.definitions && read.recordings == written.recordings)
    for (row, other) in zip(read.rows, written.rows) {
      #expect(row.counts == other.counts && row.metrics == other.metrics && row.outcomes == other.outcomes)
      // Details are only written.
      #expect(row.diagnosis == nil && row.perRecording.isEmpty && other.diagnosis != nil)
    }
  }

  @Test func everyFigureReadsBack() throws {
    let run = ExampleHistory.stored(Self.evaluation)
    #expect(run.rows.count == Self.evaluation.rows.count)
    for (stored, row) in zip(run.rows, Self.evaluation.rows) {
      #expect(stored.scenario == Self.evaluation.plan.scenarios[row.scenario].label)
      #expect(stored.detector == Self.evaluation.plan.detectors[row.detector].label)
      #expect(stored.counts.windows == row.tally.windows && stored.counts.estimates == row.tally.estimates)
      #expect(
        stored.counts.referenceWindows == row.tally.referenceWindows
          && stored.counts.clusters == row.score.clusterCount)
      for metric in Metric.columns { #expect(stored[metric.name] == row.value(metric), "\(metric.name)") }
    }
    #expect(run.row(scenario: "clean", detector: "fft")?.metrics.count == Metric.columns.count)
    #expect(run.row(scenario: "clean", detector: "nobody") == nil)
  }

  @Test func theStartIsReadFromTheRunFile() throws {
    let run = ExampleHistory.stored(Self.evaluation)
    let provenance = try #require(run.origin.provenance)
    #expect(provenance.started == "2026-01-02T03:04:05Z" && provenance.startedSeconds == 1_767_323_045)
    #expect(provenance.dataFiles.first?.sha256 == "00ff0")
  }

  @Test func membersOfALaterBuildAreLeftAlone() throws {
    let later = Self.text.replacing(
      #""seed": 7"#, with: #""seed": 18446744073709551615, "novelty": {"a": 1}"#)
    #expect(try Self.read(later).seed == .max)
    #expect(try Self.read(Self.text.replacing(#""seed": 7"#, with: #""seed": "9""#)).seed == 9)
  }

  @Test(arguments: [1, 3])
  func anotherVersionIsRefused(_ version: Int) throws {
    let other = Self.text.replacing(#""version": 2"#, with: #""version": \#(version)"#)
    let problems = try #require(throws: Diagnostics.self) { try Self.read(other) }.list
    #expect(
      problems.map(\.message) == ["the results file is of version \(version); this hreval reads version 2"])
    #expect(problems.first?.hint == "run the experiment again")
  }

  @Test(arguments: [
    (#""format": "hreval-results""#, #""format": "hreval-run""#, "no results file of hreval; its format"),
    (#""format": "hreval-results","#, "", "this is no results file of hreval"),
    (#""measurand": "heartRate""#, #""measurand": "pulse""#, "expected \"heartRate\" or \"breathingRate\""),
    (#""version": 2"#, #""version": "one""#, "of version unknown"),
    (#""detector": "silent","#, "", "the key \"detector\" is missing"),
    (#""estimates": 66"#, #""estimates": -1"#, "expected a whole number from 0 up, found the number -1"),
    (#""maeBPM": null"#, #""maeBPM": "low""#, "expected a number or null, found the text \"low\""),
    (#""steps": []"#, #""steps": {}"#, "expected a list, found an object"),
    (#""steps": []"#, #""steps": [null]"#, "expected an object, found null"),
    (#""extractors": []"#, #""extractors": [1]"#, "expected a text, found the number 1"),
    (#""tolerance": {"#, #""tolerances": {"#, "the key \"tolerance\" is missing"),
    ("]\n}\n", "]\n", "not valid JSON"),
    (#""mode": "continuous""#, #""mode": "often""#, "expected \"continuous\" or \"spot\", found the text"),
    (#""seed": 7"#, #""seed": -7"#, "expected a whole number from 0 up, found the number -7"),
    (#""seed": 7"#, #""seed": "seven""#, "expected a whole number from 0 up, found the text"),
    (#""cadence": false"#, #""cadence": 0"#, "expected true or false, found the number 0"),
    (#""order": 3"#, #""order": [3]"#, "expected a number or a text, found a list"),
  ])
  func saysWhatIsWrong(_ old: String, _ new: String, _ message: String) throws {
    let broken = Self.text.replacing(old, with: new)
    try #require(broken != Self.text, "\(old) is not in the results")
    let problems = try #require(throws: Diagnostics.self) { try Self.read(broken) }
    #expect(
      problems.list.contains { $0.rendered.contains(message) },
      "\(problems.list.first?.rendered ?? "nothing")")
    #expect(problems.list.allSatisfy { $0.place?.file == "x/results.json" })
  }

  @Test func everyProblemIsToldWithItsPlace() throws {
    let broken = Self.text.replacing(#""mode": "continuous""#, with: #""mode": 1"#)
      .replacing(#""id": "rec2""#, with: #""id": 2"#)
    let problems = try #require(throws: Diagnostics.self) { try Self.read(broken) }.list
    #expect(problems.first?.place?.path == "$.mode" && problems.count == 2)
    #expect(problems.contains { $0.place?.path == "$.recordings[1].id" && $0.place?.line != nil })
  }

  @Test func aTimeThatIsNoneIsRefused() throws {
    let text = RunJSON(evaluation: Self.evaluation, provenance: ExampleEvaluation.provenance).text
    let problems = try #require(throws: Diagnostics.self) {
      try ArchivedRun.Provenance(
        runJSON: text.replacing("2026-01-02T03:04:05Z", with: "yesterday"), file: "run.json")
    }
    #expect(problems.list.map(\.message) == ["\"yesterday\" is no time"])
  }

  private static func read(_ text: String) throws -> ArchivedRun {
    try ArchivedRun(folder: "x", results: text, origin: .unknown("not stated"))
  }
}
